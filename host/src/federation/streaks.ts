import { browserStorage } from '@errand/shared-auth'

const key = 'errand:streaks'

/** How long a release has to stay visible after a reload. */
const steadyMs = 3_000

/** The release that was started last, as long as it is open whether it comes up. */
let starting: string | undefined

// Whoever closes or reloads a page that is still loading says little of the release: it counts half,
// as it may be the release's own code that reloads. A page that its code has killed never gets here.
addEventListener('pagehide', () => {
  if (starting) write(starting, streakOf(starting) - 0.5)
  endStart()
})

/**
 * Counts a start of `app@version` before its code runs: code may kill the page. Another attempt to
 * load it is still the same start.
 */
export function countStart(release: string): void {
  // Nothing starts without a network, and that is not the release's fault.
  if (!navigator.onLine || starting === release) return
  write(release, streakOf(release) + 1)
  starting = release
}

/** The start is over; unless its streak is cleared it counts as failed. */
export const endStart = (): unknown => (starting = undefined)

/**
 * Clears a release's failed starts once its page is visible. After a reload it has to stay visible for
 * a while first: a release that reloads its page endlessly may be visible for a moment each time.
 */
export function confirmStart(release: string): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'reload') setTimeout(clearStreak, steadyMs, release)
  else clearStreak(release)
}

/** Forgets what was counted: the release works, or a person wants another try. */
export function clearStreak(release: string): void {
  endStart()
  write(release, 0)
}

/** How often in a row a release did not come up. */
export const streakOf = (release: string): number => read()[release] ?? 0

function read(): Partial<Record<string, number>> {
  try {
    return JSON.parse(browserStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

function write(release: string, starts: number): void {
  browserStorage.setItem(key, JSON.stringify({ ...read(), [release]: starts || undefined }))
}
