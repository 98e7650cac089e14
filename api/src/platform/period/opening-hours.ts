import type { Preferences } from '@errand/contract/settings'
import { Temporal } from 'temporal-polyfill'

export type OpeningHours = Preferences['business']['hours']

type Day = OpeningHours['days'][number]

/** The day's hours, or nothing where the business is closed all day. */
export function hoursOn(hours: OpeningHours, date: Temporal.PlainDate): Day | undefined {
  const iso = date.toString()
  if (hours.closedDates.some(({ from, to }) => from <= iso && iso <= to)) return undefined
  // Sunday is 0 here and 7 there.
  return hours.days.find(({ day, open }) => open && day === date.dayOfWeek % 7)
}

/** Whether the business is open at a moment, in its time zone; always where it has set no hours. */
export function isOpenAt(hours: OpeningHours, timeZone: string, at: Date): boolean {
  if (!hours.enabled) return true
  return isOpenOn(hours, zonedAt(at, timeZone).toPlainDateTime())
}

/** The same for a local time. */
export function isOpenOn(hours: OpeningHours, at: Temporal.PlainDateTime): boolean {
  if (!hours.enabled) return true
  const date = at.toPlainDate()
  const clock = at.toPlainTime().toString({ smallestUnit: 'minute' })
  const today = hoursOn(hours, date)
  if (today !== undefined && today.from <= clock && (clock < today.to || today.to < today.from))
    return true
  // Yesterday's hours may last past midnight.
  const yesterday = hoursOn(hours, date.subtract({ days: 1 }))
  return yesterday !== undefined && yesterday.to < yesterday.from && clock < yesterday.to
}

/** A time in which the business is open; `from` and `to` are written as `17:00`. */
export interface Opening {
  date: Temporal.PlainDate
  from: string
  to: string
}

/** How many days ahead the next opening is looked for. */
const maxDaysAhead = 60

/** The first opening that starts at a local time or later; undefined where the business set no hours. */
export function nextOpening(
  hours: OpeningHours,
  from: Temporal.PlainDateTime,
): Opening | undefined {
  if (!hours.enabled) return undefined
  const clock = from.toPlainTime().toString({ smallestUnit: 'minute' })
  for (let ahead = 0; ahead <= maxDaysAhead; ahead += 1) {
    const date = from.toPlainDate().add({ days: ahead })
    const day = hoursOn(hours, date)
    if (day !== undefined && (ahead > 0 || clock <= day.from))
      return { date, from: day.from, to: day.to }
  }
  return undefined
}

export const zonedAt = (at: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
