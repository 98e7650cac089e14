import type { JobField } from '@errand/contract/job-field'
import { Temporal } from 'temporal-polyfill'

import { toLatinDigits } from '@errand/contract/latin-digits'
import { readText, refuse, type Reader, type Reading } from './reading.ts'

const isoDate = /^\d{4}-\d{2}-\d{2}$/
/** Day and month in either order, and a year of four digits. */
const spokenDate = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/

/** Digits of all scripts, without the marks that a right-to-left text has around them. */
const readWritten = (raw: unknown): string | undefined => {
  const written = readText(raw, 60)
  return written === undefined ? undefined : toLatinDigits(written.replaceAll(/\p{Cf}/gu, ''))
}

/** Kept as `2026-11-22`; a moment is the day that it is at the owner's. */
export const date: Reader = (raw, field, { timeZone }) => {
  const written = readWritten(raw)
  if (written === undefined) return notADate
  const moment = parseMoment(written, timeZone)
  const day = moment === undefined ? parseDay(written) : moment.toPlainDate()
  if (day === undefined) return notADate
  return withinDates(day, field, day.toString())
}

const notADate = refuse('invalid_date', 'Not a date. Write it as 2026-11-22.')

function parseDay(written: string): Temporal.PlainDate | undefined {
  if (isoDate.test(written)) return attempt(() => Temporal.PlainDate.from(written))
  const [, first, second, year] = (spokenDate.exec(written) ?? []).map(Number)
  if (first === undefined || second === undefined || year === undefined) return undefined
  // 03/04 is in March for some and in April for others: nobody can know, so it is asked again.
  if (first <= 12 && second <= 12 && first !== second) return undefined
  const [day, month] = first > 12 ? [first, second] : [second, first]
  return attempt(() => Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }))
}

function withinDates(day: Temporal.PlainDate, field: JobField, value: string): Reading {
  const { minDate, maxDate } = field.validation ?? {}
  if (day.year < 1000 || day.year > 9999) return notADate
  if (minDate !== undefined && Temporal.PlainDate.compare(day, minDate) < 0) {
    return refuse('too_early', `Not before ${minDate}.`, { min: minDate })
  }
  if (maxDate !== undefined && Temporal.PlainDate.compare(day, maxDate) > 0) {
    return refuse('too_late', `Not after ${maxDate}.`, { max: maxDate })
  }
  return { value }
}

/** Kept with the owner's offset: `2026-11-22T17:00:00+05:30`; without one it is the owner's time. */
export const datetime: Reader = (raw, field, { timeZone }) => {
  const written = readWritten(raw)
  const moment = written === undefined ? undefined : parseMoment(written, timeZone)
  if (moment === undefined) {
    return refuse('invalid_datetime', 'Not a date with a time. Write it as 2026-11-22T17:00.')
  }
  const value = inWholeMinutes(moment).toString({ timeZoneName: 'never', smallestUnit: 'second' })
  return withinDates(moment.toPlainDate(), field, value)
}

/** Before there was standard time offsets had seconds, which no written moment can have. */
const inWholeMinutes = (moment: Temporal.ZonedDateTime): Temporal.ZonedDateTime =>
  moment.offset.length > '+05:30'.length
    ? moment.toInstant().toZonedDateTimeISO(moment.offset.slice(0, '+05:30'.length))
    : moment

const isoMoment =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/i

function parseMoment(written: string, timeZone: string): Temporal.ZonedDateTime | undefined {
  const [, day, time, , , offset] = isoMoment.exec(written) ?? []
  if (day === undefined || time === undefined) return undefined
  return attempt(() =>
    offset === undefined
      ? Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone)
      : Temporal.Instant.from(`${day}T${time}${offset}`).toZonedDateTimeISO(timeZone),
  )
}

const clock = /^([01]?\d|2[0-3])(?:[:.h]\s?([0-5]\d))?(?::[0-5]\d)?\s*(a\.?m\.?|p\.?m\.?)?$/i

/** Kept as `17:30`; `5 pm` will do, a bare `5` will not: it has two meanings. */
export const time: Reader = (raw) => {
  const [, hour, minute, half] = clock.exec(readWritten(raw) ?? '') ?? []
  const hours = Number(hour)
  const isClear = half === undefined ? minute !== undefined : hours >= 1 && hours <= 12
  if (hour === undefined || !isClear) {
    return refuse('invalid_time', 'Not a time. Write it as 17:30.')
  }
  const isAfternoon = half?.toLowerCase().startsWith('p') === true
  const of24 = half === undefined ? hours : (hours % 12) + (isAfternoon ? 12 : 0)
  return { value: `${String(of24).padStart(2, '0')}:${minute ?? '00'}` }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
