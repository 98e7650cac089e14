const windowMs = 60_000
const maxRestarts = 5

/**
 * How often a program may be started again: each time a little later, and at most five times within
 * a minute. Gives back the delay before the next start, or nothing when it is enough.
 */
export function restartBudget(firstDelayMs = 200): (now: number) => number | undefined {
  let recent: number[] = []
  return (now) => {
    recent = recent.filter((at) => at > now - windowMs)
    if (recent.length >= maxRestarts) return undefined
    recent.push(now)
    return firstDelayMs * 2 ** (recent.length - 1)
  }
}
