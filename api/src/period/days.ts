import { Temporal } from 'temporal-polyfill'

/** The moment at which a day begins in a time zone; not always midnight. */
export function startOfDay(date: string, timeZone: string): Date {
  const { epochMilliseconds } = Temporal.PlainDate.from(date).toZonedDateTime(timeZone)
  return new Date(epochMilliseconds)
}

/** The day that it is at a moment in a time zone. */
export function dayOf(at: Date, timeZone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime())
  return instant.toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** How many days lie between the two, the second not counted. */
export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days
}

/** The Monday of the week of a day. */
export function mondayOf(date: string): string {
  const day = Temporal.PlainDate.from(date)
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}

/** The moment on the clocks of a time zone, as people read it: `2026-11-21 17:30:00`. */
export function localTime(at: Date, timeZone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime())
  const local = instant.toZonedDateTimeISO(timeZone).toPlainDateTime()
  return local.toString({ smallestUnit: 'second' }).replace('T', ' ')
}

/** The same moment of the day so many months ago; the last day of a month that is shorter. */
export function monthsBefore(at: Date, months: number, timeZone: string): Date {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime())
  const { epochMilliseconds } = instant.toZonedDateTimeISO(timeZone).subtract({ months })
  return new Date(epochMilliseconds)
}
