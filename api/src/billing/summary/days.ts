import { Problem } from '../../http/problem.ts'
import { addDays, dayOf, daysBetween, startOfDay } from '../../period/days.ts'

/** Whole days of a time zone, both ends included. */
export interface Days {
  from: string
  to: string
  tz: string
  dates: string[]
  /** When each day begins, and when the last one ends: one more than there are days. */
  boundaries: Date[]
}

const usualDays = 30
const mostDays = 366

interface Wanted {
  from?: string | undefined
  to?: string | undefined
  tz: string
}

/** The days that a query means: up to today and thirty of them, where it says nothing else. */
export function readDays({ from, to, tz }: Wanted, now: Date): Days {
  const last = to ?? dayOf(now, tz)
  const first = from ?? addDays(last, 1 - usualDays)
  const count = daysBetween(first, last) + 1
  if (count < 1) throw refuse('too_late', 'Must not be after `to`.')
  if (count > mostDays) throw refuse('too_early', `At most ${mostDays} days.`)
  const all = Array.from({ length: count + 1 }, (_, index) => addDays(first, index))
  return {
    from: first,
    to: last,
    tz,
    dates: all.slice(0, count),
    boundaries: all.map((date) => startOfDay(date, tz)),
  }
}

function refuse(code: string, detail: string): Problem {
  return new Problem('validation_failed', { errors: [{ pointer: '#/from', code, detail }] })
}
