// Stored in the document: each remote has its own copy of shared-ui, which reads the time there.
const attribute = 'clockOffset'
/** The `date` header has a resolution of one second. */
const secondMs = 1000

const offsetMs = (): number => Number(document.documentElement.dataset[attribute] ?? 0)

/** Now by the api's clock, in milliseconds: the clock of this machine may be wrong. */
export const serverNow = (): number => Date.now() + offsetMs()

/**
 * Estimates the offset of this machine's clock from an answer. A clock that agrees with the answer
 * is left alone.
 */
export function keepServerTime({ headers }: Response, askedAt: number): void {
  const second = Date.parse(headers.get('date') ?? '')
  // A cached answer has an old date.
  if (Number.isNaN(second) || headers.get('cache-control')?.includes('no-store') !== true) return
  // The server's time lies between the request and now.
  const minOffset = second - Date.now()
  const maxOffset = second + secondMs - askedAt
  const offset = Math.max(minOffset, Math.min(maxOffset, offsetMs()))
  if (offset !== offsetMs()) document.documentElement.dataset[attribute] = String(offset)
}
