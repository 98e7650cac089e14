const startedAt = performance.now()

/** Seconds since the command began, as people say them: `3.2 s`. */
export function elapsed(since = startedAt): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

/** A line for the person at the terminal. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** A line for the person at the terminal, about something that failed. */
export function complain(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** One step done, with the time since the start. */
export function progress(text: string): void {
  say(`${elapsed().padStart(8)}  ${text}`)
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
