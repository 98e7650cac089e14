/** npm, its shell and the terminal each pass the same Ctrl-C on. */
const samePressMs = 500

/** Calls `stop` when this command is asked to end, and `kill` when it is asked a second time. */
export function onStop({ stop, kill }: { stop: () => void; kill: () => void }): void {
  let askedAt: number | undefined
  const ask = () => {
    const now = performance.now()
    if (askedAt === undefined) {
      askedAt = now
      stop()
    } else if (now - askedAt > samePressMs) {
      kill()
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  // Whoever started this command is gone, however it ended.
  process.once('disconnect', ask)
}
