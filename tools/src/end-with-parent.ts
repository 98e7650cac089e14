// Preloaded into programs that are not ours: a bundler does not know that its parent is gone.
process.once('disconnect', () => process.exit())
// The listener alone would keep a finished program alive.
process.channel?.unref()
