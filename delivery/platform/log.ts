const lastLoggedAt = new Map<string, number>()
const minIntervalMs = 60_000

/** Logs one short line about something that any client can cause, at most once a minute. */
export function logRarely(message: string, error: unknown): void {
  const now = performance.now()
  if (now - (lastLoggedAt.get(message) ?? -minIntervalMs) < minIntervalMs) return
  lastLoggedAt.set(message, now)
  const reason = error instanceof Error ? error.message : String(error)
  const line = { level: 'info', at: new Date().toISOString(), message, reason }
  write(line)
}

/** Logs one JSON line about something that an operator waits for. */
export function logInfo(message: string): void {
  write({ level: 'info', at: new Date().toISOString(), message })
}

/** Logs one JSON line about a failure; `details` must contain no personal data. */
export function logError(message: string, error: unknown, details: object = {}): void {
  const { cause, stack } = error instanceof Error ? error : new Error(String(error))
  const line = { level: 'error', at: new Date().toISOString(), message, ...details }
  write({ ...line, stack, cause: String(cause) })
}

function write(line: object): void {
  // oxlint-disable-next-line no-console -- the way out that every edge platform has
  console.log(JSON.stringify(line))
}

/** Logs each damaged release once, not at every document that leaves it out. */
export function reportDamaged(): (app: string, version: string, error: unknown) => void {
  const reported = new Set<string>()
  return (app, version, error) => {
    const release = `${app}@${version}`
    if (reported.has(release)) return
    reported.add(release)
    logError(`release left out: ${release}`, error)
  }
}
