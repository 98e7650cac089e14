import { bookingDayField, type JobField } from '@errand/contract/job-field'
import { Temporal } from 'temporal-polyfill'

import { addDays } from '../../platform/period/days.ts'
import { applicableFields } from './collected.ts'

type Values = Readonly<Record<string, unknown>>

/** The fields that say when a booking is for, and when it ends. */
interface BookingFields {
  day: JobField | undefined
  /** Completes a day without a time. */
  time: JobField | undefined
  /** The last day of a stay. */
  endDay: JobField | undefined
  endTime: JobField | undefined
}

/** When a booking is for, on the clock of the business; `time` is null for a whole day. */
export interface BookingTime {
  day: string | null
  time: string | null
  /** The last day that it is on; of most bookings the first one. */
  lastDay: string | null
}

/** When a booking ends, where its answers say it; without a time at the end of that day. */
export interface BookingEnd {
  endDay: string
  endTime?: string
}

/** What an end of a booking is called: check-out, return, until. */
const endWords =
  /\b(?:check.?out|departure|leav(?:e|ing)|until|till|end(?:s|ing)?|return|last (?:day|night)|drop.?off)\b|^(?:date |day |time )?to(?: date| day| time)?$|abreise|auszug|rückgabe|rückkehr|(?<!wochen)ende(?![\p{L}\p{M}])|\b(?:bis|hasta|salida|fin|devolución|regreso|até|saída|fim|devolução|volta|retorno|jusqu|départ|retour|restitution)(?![\p{L}\p{M}])|(?<![\p{L}\p{M}])तक(?![\p{L}\p{M}])|वापसी|प्रस्थान|समाप्त|चेक.?आउट|حتى|إلى|مغادرة|الخروج|نهاية|العودة|إرجاع/iu

/** What ends besides a booking: a passport, a contract. */
const otherEnds =
  /valid|expir|gültig|válid|valable|passport|ausweis|contract|vertrag|contrat|insurance|versicherung|seguro|assurance|warranty|garant|deadline|visa/iu

const isEnd = ({ key, label }: JobField): boolean =>
  [label, key.replaceAll('_', ' ')].some((name) => endWords.test(name)) && !otherEnds.test(label)

/** Longer ones are mistyped. */
const maxStayDays = 366

/**
 * The first answered field that says a day, or else the first one, and the field with its time; of the
 * fields after them those that are called an end.
 */
export function bookingFieldsOf(fields: readonly JobField[], values: Values): BookingFields {
  const applicable = applicableFields(fields, values)
  const answered = applicable.filter(({ key }) => Object.hasOwn(values, key))
  const day = bookingDayField(answered) ?? bookingDayField(applicable)
  const later = day === undefined ? [] : applicable.slice(applicable.indexOf(day) + 1)
  const endDay = bookingDayField(later.filter(isEnd))
  const times = applicable.filter(({ type }) => type === 'time')
  // A time that is alone is that of the beginning, unless a last day has it.
  const start =
    times.find((field) => !isEnd(field)) ?? (endDay === undefined ? times[0] : undefined)
  const time = day?.type === 'date' ? start : undefined
  return { day, time, endDay, endTime: times.find((field) => field !== time && isEnd(field)) }
}

/** When answers are for. Moments are stored with the clock of the business, so no time zone is needed. */
export function bookingTimeOf(fields: readonly JobField[], values: Values): BookingTime {
  const { day, time } = bookingFieldsOf(fields, values)
  const start = readTime(day, time, values)
  if (start === undefined) return { day: null, time: null, lastDay: null }
  const { endDay = start.day, endTime } = bookingEndOf(fields, values) ?? {}
  // Midnight belongs to the day before.
  const isBefore = endTime === '00:00' && endDay > start.day
  return { ...start, lastDay: isBefore ? addDays(endDay, -1) : endDay }
}

/** When a booking ends; undefined where the answers do not say it. */
export function bookingEndOf(fields: readonly JobField[], values: Values): BookingEnd | undefined {
  const booking = bookingFieldsOf(fields, values)
  const start = readTime(booking.day, booking.time, values)
  if (start === undefined) return undefined
  const stated = readTime(booking.endDay, booking.endTime, values)
  const clock = stated === undefined ? readClock(booking.endTime, values) : stated.time
  // Until one o'clock at night is the day after.
  const isOvernight = clock !== null && start.time !== null && clock <= start.time
  const endDay = stated?.day ?? (isOvernight ? addDays(start.day, 1) : start.day)
  const endTime = clock ?? undefined
  if (stated === undefined && (endTime === undefined || start.time === null)) return undefined
  const isAfter = endDay > start.day || (endTime !== undefined && endTime > (start.time ?? ''))
  if (!isAfter || endDay > addDays(start.day, maxStayDays)) return undefined
  return { endDay, ...(endTime !== undefined && { endTime }) }
}

/** When a booking begins, and ends if its answers say it. */
export interface BookingSpan {
  day: string
  time?: string | null | undefined
  endDay?: string | undefined
  endTime?: string | undefined
}

/** A moved booking lasts as long as before. */
export function movedEnd(
  { endDay, endTime, ...before }: BookingSpan,
  start: BookingSpan,
): BookingEnd | undefined {
  if (endDay === undefined) return undefined
  const hasTimes = [before.time, start.time, endTime].every((time) => typeof time === 'string')
  const momentOf = ({ day, time }: BookingSpan) =>
    Temporal.PlainDateTime.from(hasTimes ? `${day}T${time}` : day)
  const shift = momentOf(before).until(momentOf(start))
  const end = momentOf({ day: endDay, time: endTime }).add(shift).toString()
  return {
    endDay: end.slice(0, 10),
    ...(endTime !== undefined && { endTime: hasTimes ? end.slice(11, 16) : endTime }),
  }
}

/** A day, and its time where there is one. */
function readTime(
  day: JobField | undefined,
  time: JobField | undefined,
  values: Values,
): { day: string; time: string | null } | undefined {
  const [date, clock] = textOf(day, values).split('T')
  if (date === undefined || !isDay(date)) return undefined
  if (day?.type !== 'datetime') return { day: date, time: readClock(time, values) }
  const written = (clock ?? '').slice(0, 5)
  return { day: date, time: isTime(written) ? written : null }
}

function readClock(time: JobField | undefined, values: Values): string | null {
  const written = textOf(time, values)
  return isTime(written) ? written : null
}

function textOf(field: JobField | undefined, values: Values): string {
  const value = field === undefined ? undefined : values[field.key]
  return typeof value === 'string' ? value : ''
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
