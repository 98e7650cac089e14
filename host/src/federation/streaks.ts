import { localRecord } from './local-record.ts'

/** Starts in a row without success after which a release is not tried again. */
const longest = 3

const streaks = localRecord('errand:streaks')

/** Counts a start of `app@version` before its code runs: code may kill the page. */
export function countStart(release: string): void {
  // Nothing starts without a network, and that is not the release's fault.
  if (!navigator.onLine) return
  const counts = streaks.read()
  streaks.write({ ...counts, [release]: (counts[release] ?? 0) + 1 })
}

/** Whether a release did not come up three times in a row in this browser. */
export const isUnfit = (release: string): boolean => (streaks.read()[release] ?? 0) >= longest

/** Forgets what was counted of releases: they came up, or a person wants another try. */
export function clearStreaks(releases: string[]): void {
  const counts = streaks.read()
  if (!releases.some((release) => release in counts)) return
  streaks.write(
    Object.fromEntries(Object.entries(counts).filter(([name]) => !releases.includes(name))),
  )
}
