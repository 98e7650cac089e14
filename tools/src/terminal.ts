const startedAt = performance.now()

/** The seconds since the command started: `3.2 s`. */
export function elapsed(since = startedAt): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

/** Prints a line for the developer. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Prints a line about a failure. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Prints a finished step with the time since the start. */
export function progress(text: string): void {
  print(`${elapsed().padStart(8)}  ${text}`)
}

/** Formats two aligned columns. */
export function table(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** npm, its shell and the terminal each forward the same Ctrl-C. */
const samePressMs = 500

/** Calls `stop` when the command should end, and `kill` at the second request. */
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
  // The process that started this command has exited.
  process.once('disconnect', ask)
}
