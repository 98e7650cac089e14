import type { Formats } from '@errand/shared-ui'

const dayMs = 24 * 60 * 60 * 1000

/** A moment as a list shows it: the time today, the day of this week, else the date. */
export function shortTime(formats: Formats, at: string, now: number): string {
  if (formats.date(at) === formats.date(now)) return formats.time(at)
  const ageMs = now - Date.parse(at)
  if (ageMs < 6 * dayMs) return formats.date(at, { weekday: 'short' })
  if (ageMs < 300 * dayMs) return formats.date(at, { day: 'numeric', month: 'short' })
  return formats.date(at, { day: 'numeric', month: 'short', year: '2-digit' })
}
