import type { Period } from '@errand/contract/period'

import { Problem } from '../http/problem.ts'
import { addDays, dayOf, daysBetween, mondayOf, startOfDay } from './days.ts'

interface PeriodQuery {
  from?: string | undefined
  to?: string | undefined
  tz?: string | undefined
  bucket: Period['bucket']
}

/** A period and the one of the same length before it, as moments; the ends are not included. */
export interface Span {
  period: Period
  start: Date
  end: Date
  previousStart: Date
}

const usualDays = 30
const maxDays = 400

/** The period that a query means: thirty days up to today unless it says otherwise. */
export function readPeriod(query: PeriodQuery, timeZone: string, now: Date = new Date()): Span {
  const { tz = timeZone, bucket } = query
  const to = query.to ?? (query.from === undefined ? dayOf(now, tz) : latest(query.from, now, tz))
  const from = query.from ?? addDays(to, 1 - usualDays)
  const days = daysBetween(from, to) + 1
  if (days < 1) throw refuse('out_of_order', 'Must not be before `from`.')
  if (days > maxDays) throw refuse('too_large', `At most ${maxDays} days.`)
  return {
    period: { from, to, tz, bucket },
    start: startOfDay(from, tz),
    end: startOfDay(addDays(to, 1), tz),
    previousStart: startOfDay(addDays(from, -days), tz),
  }
}

/** From a day up to today, if the day is not ahead. */
function latest(from: string, now: Date, tz: string): string {
  const today = dayOf(now, tz)
  return daysBetween(from, today) < 0 ? from : today
}

function refuse(code: string, detail: string): Problem {
  return new Problem('validation_failed', { errors: [{ pointer: '#/to', code, detail }] })
}

/** The day that stands for the bucket a day is in: itself, or the Monday of its week. */
export function bucketOf(day: string, bucket: Period['bucket']): string {
  return bucket === 'week' ? mondayOf(day) : day
}

/** Every bucket of a period, so that one in which nothing happened is there as well. */
export function bucketsOf({ from, to, bucket }: Period): string[] {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
  return [...new Set(days.map((day) => bucketOf(day, bucket)))]
}
