const startedAt = performance.now()

/** Seconds since the command began, as people say them: `3.2 s`. */
export function elapsed(since = startedAt): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

/** A line for the person at the terminal. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** A line for the person at the terminal, about something that failed. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** One step done, with the time since the start. */
export function progress(text: string): void {
  print(`${elapsed().padStart(8)}  ${text}`)
}

/** Two columns, aligned. */
export function table(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** npm, its shell and the terminal each pass the same Ctrl-C on. */
const samePressMs = 500

/** Calls `stop` when this command is asked to end, and `kill` when it is asked a second time. */
export function onStop({ stop, kill }: { stop: () => void; kill: () => void }): void {
  let firstAskedAt: number | undefined
  const ask = () => {
    const now = performance.now()
    if (firstAskedAt === undefined) {
      firstAskedAt = now
      stop()
    } else if (now - firstAskedAt > samePressMs) {
      kill()
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  // Whoever started this command is gone, however it ended.
  process.once('disconnect', ask)
}
