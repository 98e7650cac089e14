import { isoTimeOf } from '@errand/contract/iso-time'
import type { Period } from '@errand/contract/period'
import { Temporal } from 'temporal-polyfill'

import { Problem } from '../http/problem.ts'

interface PeriodQuery {
  from?: string | undefined
  to?: string | undefined
  tz?: string | undefined
  bucket: Period['bucket']
}

/** A period and the one of the same length before it, as moments; the ends are not included. */
export interface PeriodSpan {
  period: Period
  start: Date
  end: Date
  previousStart: Date
}

const defaultDays = 30
const maxDays = 400

/** The period of a query; thirty days up to today by default. */
export function readPeriod(
  query: PeriodQuery,
  timeZone: string,
  now: Date = new Date(),
): PeriodSpan {
  const { tz = timeZone, bucket } = query
  const to =
    query.to ?? (query.from === undefined ? dayOf(now, tz) : defaultEnd(query.from, now, tz))
  const from = query.from ?? addDays(to, 1 - defaultDays)
  const days = daysBetween(from, to) + 1
  if (days < 1) throw refuse('#/to', 'out_of_order', 'Must not be before `from`.')
  const sent = query.to === undefined ? '#/from' : '#/to'
  if (days > maxDays) throw refuse(sent, 'too_large', `At most ${maxDays} days.`)
  return {
    period: { from, to, tz, bucket },
    start: startOfDay(from, tz),
    end: startOfDay(addDays(to, 1), tz),
    previousStart: startOfDay(addDays(from, -days), tz),
  }
}

/** Today, or the first day itself where that is in the future. */
function defaultEnd(from: string, now: Date, tz: string): string {
  const today = dayOf(now, tz)
  return daysBetween(from, today) < 0 ? from : today
}

function refuse(pointer: string, code: string, detail: string): Problem {
  return new Problem('validation_failed', { errors: [{ pointer, code, detail }] })
}

/** The day that names a day's bucket: itself, or the Monday of its week. */
export function bucketOf(day: string, bucket: Period['bucket']): string {
  return bucket === 'week' ? mondayOf(day) : day
}

/** Every bucket of a period, including empty ones. */
export function bucketsOf({ from, to, bucket }: Period): string[] {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
  return [...new Set(days.map((day) => bucketOf(day, bucket)))]
}

/** When a day begins in a time zone; daylight saving can skip midnight. */
export function startOfDay(date: string, timeZone: string): Date {
  const { epochMilliseconds } = Temporal.PlainDate.from(date).toZonedDateTime(timeZone)
  return new Date(epochMilliseconds)
}

/** The calendar day of a moment in a time zone. */
export function dayOf(at: Date, timeZone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime())
  return instant.toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

const dayMs = 24 * 60 * 60 * 1000

// Days alone are counted in UTC, where all are as long; a period has hundreds of them.
export function addDays(date: string, days: number): string {
  const [day = date] = new Date(Date.parse(date) + days * dayMs).toISOString().split('T', 1)
  return day
}

/** The number of days from the first to the second. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}

/** The Monday of the week of a day. */
export function mondayOf(date: string): string {
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7))
}

/** The moment on the clocks of a time zone, as people read it: `2026-11-21 17:30:00`. */
// Not by Temporal: an export has one for each message, and Temporal takes ten times as long.
export const localTime = (at: Date, timeZone: string): string =>
  isoTimeOf(at, timeZone).replace('T', ' ')

/** The same time of day so many months ago; in a shorter month its last day. */
export function monthsBefore(at: Date, months: number, timeZone: string): Date {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime())
  const { epochMilliseconds } = instant.toZonedDateTimeISO(timeZone).subtract({ months })
  return new Date(epochMilliseconds)
}
