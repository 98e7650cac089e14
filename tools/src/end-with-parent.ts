// Preloaded into third-party programs: a bundler does not notice that its parent has exited.
process.once('disconnect', () => process.exit())
// The listener alone would keep a finished program alive.
process.channel?.unref()
