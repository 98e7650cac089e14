import type { Preferences } from '@errand/contract/settings'

type QuietHours = Preferences['notifications']['quietHours']

/** Whether the owner wants to be left alone at that moment, where he is. */
export function isQuiet(hours: QuietHours, now: Date, timeZone: string): boolean {
  if (hours === null) return false
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now)
  const { from, to } = hours
  // A night has its end before its beginning.
  return from <= to ? clock >= from && clock < to : clock >= from || clock < to
}
