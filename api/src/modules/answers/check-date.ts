import { defaultDates, type JobField } from '@errand/contract/job-field'
import { Temporal } from 'temporal-polyfill'

import {
  isOpenOn,
  nextOpening,
  rangesOn,
  writeRanges,
  zonedAt,
  type OpeningHours,
  type OpenRange,
} from '../../platform/period/opening-hours.ts'
import type { Refusal } from './reading.ts'

/** The current time and the opening hours that dates are checked against. */
export interface Calendar {
  now: Date
  timeZone: string
  hours: OpeningHours
}

interface DatedAnswer {
  field: JobField
  /** The value as it would be stored. */
  value: unknown
  fields: readonly JobField[]
  values: Readonly<Record<string, unknown>>
}

/** Refuses a day or time that is past, or outside of the opening hours where the field asks for that. */
export function checkDate(
  dated: DatedAnswer,
  { now, timeZone, hours }: Calendar,
): Refusal | undefined {
  const { field, value } = dated
  const rule = field.validation?.dates ?? defaultDates(field.label)
  if (rule === 'any' || typeof value !== 'string') return undefined
  const { day, at } = dateAndTimeOf(dated, timeZone)
  if (day === undefined) return undefined
  const local = zonedAt(now, timeZone).toPlainDateTime()
  const isPast =
    at === undefined
      ? Temporal.PlainDate.compare(day, local.toPlainDate()) < 0
      : Temporal.PlainDateTime.compare(at, local) <= 0
  if (isPast) return { code: 'in_the_past', detail: 'That is in the past.' }
  if (rule !== 'open' || !hours.enabled) return undefined
  const ranges = rangesOn(hours, day)
  if (at === undefined ? ranges.length > 0 : isOpenOn(hours, at)) return undefined
  return ranges.length === 0 ? closedDay(hours, day, local) : closedTime(ranges)
}

interface When {
  day?: Temporal.PlainDate
  at?: Temporal.PlainDateTime
}

/** The day, and the moment where a time is known too. A time alone belongs to the form's only date. */
function dateAndTimeOf({ field, value, fields, values }: DatedAnswer, timeZone: string): When {
  if (typeof value !== 'string') return {}
  if (field.type === 'datetime') {
    const at = Temporal.Instant.from(value).toZonedDateTimeISO(timeZone).toPlainDateTime()
    return { day: at.toPlainDate(), at }
  }
  if (field.type !== 'date' && field.type !== 'time') return {}
  const other = onlyValue(field.type === 'date' ? 'time' : 'date', fields, values)
  const [date, time] = field.type === 'date' ? [value, other] : [other, value]
  if (date === undefined) return {}
  const day = Temporal.PlainDate.from(date)
  return { day, ...(time !== undefined && { at: day.toPlainDateTime(time) }) }
}

function onlyValue(
  type: 'date' | 'time',
  fields: DatedAnswer['fields'],
  values: DatedAnswer['values'],
): string | undefined {
  const [field, ...others] = fields.filter((one) => one.type === type)
  const value = field === undefined || others.length > 0 ? undefined : values[field.key]
  return typeof value === 'string' ? value : undefined
}

/** The refusal for a closed day, with the next open day on or after it. */
function closedDay(
  hours: OpeningHours,
  day: Temporal.PlainDate,
  local: Temporal.PlainDateTime,
): Refusal {
  const start = day.toPlainDateTime()
  const next = nextOpening(hours, Temporal.PlainDateTime.compare(start, local) > 0 ? start : local)
  const detail = 'Closed on that day.'
  if (next === undefined) return { code: 'closed_day', detail }
  const { date, ranges } = next
  return {
    code: 'closed_day',
    detail,
    params: { asked: day.toString(), day: date.toString(), hours: ranges },
  }
}

const closedTime = (ranges: readonly OpenRange[]): Refusal => ({
  code: 'closed_time',
  detail: `Closed at that time: open from ${writeRanges(ranges)} that day.`,
  params: { hours: ranges },
})
