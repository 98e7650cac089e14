import type { JobField } from '@errand/contract/job-field'
import { Temporal } from 'temporal-polyfill'

import { toPlainText } from './numbers/plain-text.ts'
import { readText, refuse, type AnswerReader, type ReadResult } from './reading.ts'

const isoDate = /^\d{4}-\d{2}-\d{2}$/
/** Day and month in either order, and a year of four digits. */
const spokenDate = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/

/** The text with Latin digits and common signs, and without direction marks. */
const readWritten = (raw: unknown): string | undefined => {
  const written = readText(raw, 60)
  return written === undefined ? undefined : toPlainText(written).text.trim()
}

/** Stored as `2026-11-22`; a moment becomes its day in the owner's time zone. */
export const date: AnswerReader = (raw, field, { timeZone }) => {
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
  // 03/04 is in March or in April, depending on the country: it is ambiguous, so it is asked again.
  if (first <= 12 && second <= 12 && first !== second) return undefined
  const [day, month] = first > 12 ? [first, second] : [second, first]
  return attempt(() => Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }))
}

function withinDates(day: Temporal.PlainDate, field: JobField, value: string): ReadResult {
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

/** Stored with the owner's offset: `2026-11-22T17:00:00+05:30`; without one it is in the owner's time zone. */
export const datetime: AnswerReader = (raw, field, { timeZone }) => {
  const written = readWritten(raw)
  const moment = written === undefined ? undefined : parseMoment(written, timeZone)
  if (moment === undefined) {
    return refuse('invalid_datetime', 'Not a date with a time. Write it as 2026-11-22T17:00.')
  }
  const value = inWholeMinutes(moment).toString({ timeZoneName: 'never', smallestUnit: 'second' })
  return withinDates(moment.toPlainDate(), field, value)
}

/** Historic offsets have seconds, which ISO 8601 cannot express. */
const inWholeMinutes = (moment: Temporal.ZonedDateTime): Temporal.ZonedDateTime =>
  moment.offset.length > '+05:30'.length
    ? moment.toInstant().toZonedDateTimeISO(moment.offset.slice(0, '+05:30'.length))
    : moment

/** Day and time with a space between: `28/11/2026 17:30`. */
const spokenMoment = /^(\S+?),?\s+(\S.*)$/

const isoMoment =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/i

function parseMoment(written: string, timeZone: string): Temporal.ZonedDateTime | undefined {
  const [, day, time, , , offset] = isoMoment.exec(written) ?? []
  if (day === undefined || time === undefined) return parseSpokenMoment(written, timeZone)
  return attempt(() =>
    offset === undefined
      ? Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone)
      : Temporal.Instant.from(`${day}T${time}${offset}`).toZonedDateTimeISO(timeZone),
  )
}

function parseSpokenMoment(written: string, timeZone: string): Temporal.ZonedDateTime | undefined {
  const [, first = '', second = ''] = spokenMoment.exec(written) ?? []
  const day = parseDay(first)
  const clock = parseClock(second)
  if (day === undefined || clock === undefined) return undefined
  return attempt(() => day.toZonedDateTime({ timeZone, plainTime: clock }))
}

const clock =
  /^([01]?\d|2[0-3])(?:[:.h]\s?([0-5]\d))?(?::[0-5]\d)?\s*(a\.?m\.?|p\.?m\.?|बजे|baje|uhr|o'clock)?$/i

/** Stored as `17:30`; `5 pm` is accepted, a bare `5` is ambiguous and refused. */
export const time: AnswerReader = (raw) => {
  const value = parseClock(readWritten(raw) ?? '')
  return value === undefined ? refuse('invalid_time', 'Not a time. Write it as 17:30.') : { value }
}

function parseClock(written: string): string | undefined {
  const [, hour, minute, word = ''] = clock.exec(written) ?? []
  if (hour === undefined) return undefined
  const hours = Number(hour)
  const isHalf = /^[ap]/i.test(word)
  // `17 Uhr` has one meaning, `5 बजे` two.
  const isWhole = minute !== undefined || (word !== '' && hours > 12)
  if (isHalf ? hours < 1 || hours > 12 : !isWhole) return undefined
  const of24 = isHalf ? (hours % 12) + (/^p/i.test(word) ? 12 : 0) : hours
  return `${String(of24).padStart(2, '0')}:${minute ?? '00'}`
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
