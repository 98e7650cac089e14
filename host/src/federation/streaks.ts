/** Starts in a row without success after which a release is not tried again. */
const longest = 3
const key = 'errand:streaks'

type Streaks = Record<string, number | undefined>

/** Counts a start of `app@version` before its code runs: code may kill the page. */
export function countStart(release: string): void {
  // Nothing starts without a network, and that is not the release's fault.
  if (navigator.onLine) write(release, (read()[release] ?? 0) + 1)
}

/** Whether a release did not come up three times in a row in this browser. */
export const isUnfit = (release: string): boolean => (read()[release] ?? 0) >= longest

/** Forgets what was counted: the release came up, or a person wants another try. */
export const clearStreak = (release: string): void => write(release, undefined)

function read(): Streaks {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Streaks
  } catch {
    return {}
  }
}

function write(release: string, starts: number | undefined): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...read(), [release]: starts }))
  } catch {
    // Full, or forbidden: nothing is counted, everything else works.
  }
}
