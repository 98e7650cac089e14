// The document holds it: each remote has its own copy of shared-ui, which reads the time there.
const attribute = 'clockOffset'
/** An answer says its second only. */
const secondMs = 1000

const offsetMs = (): number => Number(document.documentElement.dataset[attribute] ?? 0)

/** Now by the api's clock, in milliseconds: the clock of this machine may be wrong. */
export const serverNow = (): number => Date.now() + offsetMs()

/**
 * Learns the api's time from an answer, and how far this machine's clock is from it. A clock that
 * agrees with the answer is left alone.
 */
export function keepServerTime({ headers }: Response, askedAt: number): void {
  const second = Date.parse(headers.get('date') ?? '')
  // What a cache may have kept tells an old time.
  if (Number.isNaN(second) || headers.get('cache-control')?.includes('no-store') !== true) return
  // It was said between the question and now.
  const minOffset = second - Date.now()
  const maxOffset = second + secondMs - askedAt
  const offset = Math.max(minOffset, Math.min(maxOffset, offsetMs()))
  if (offset !== offsetMs()) document.documentElement.dataset[attribute] = String(offset)
}
