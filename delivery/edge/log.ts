/** Writes one JSON line about a failure; `details` must hold no personal data. */
export function logError(message: string, error: unknown, details: object = {}): void {
  const { cause, stack } = error instanceof Error ? error : new Error(String(error))
  const line = { level: 'error', at: new Date().toISOString(), message, ...details }
  process.stdout.write(`${JSON.stringify({ ...line, stack, cause: String(cause) })}\n`)
}
