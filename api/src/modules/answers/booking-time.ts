import { bookingDayField, type JobField } from '@errand/contract/job-field'
import { Temporal } from 'temporal-polyfill'

import { applicableFields } from './collected.ts'

type Values = Readonly<Record<string, unknown>>

/** The fields that say when a booking is for. */
interface BookingFields {
  day: JobField | undefined
  /** Completes a day without a time. */
  time: JobField | undefined
}

/** When a booking is for, on the clock of the business; `time` is null for a whole day. */
export interface BookingTime {
  day: string | null
  time: string | null
}

/** The first answered field that says a day, or else the first one, and the field with its time. */
export function bookingFieldsOf(fields: readonly JobField[], values: Values): BookingFields {
  const applicable = applicableFields(fields, values)
  const answered = applicable.filter(({ key }) => Object.hasOwn(values, key))
  const day = bookingDayField(answered) ?? bookingDayField(applicable)
  const time = day?.type === 'date' ? applicable.find(({ type }) => type === 'time') : undefined
  return { day, time }
}

/** When answers are for. Moments are stored with the clock of the business, so no time zone is needed. */
export function bookingTimeOf(fields: readonly JobField[], values: Values): BookingTime {
  const { day, time } = bookingFieldsOf(fields, values)
  const [date, clock] = textOf(day, values).split('T')
  if (date === undefined || !isDay(date)) return { day: null, time: null }
  const written = day?.type === 'datetime' ? (clock ?? '').slice(0, 5) : textOf(time, values)
  return { day: date, time: isTime(written) ? written : null }
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
