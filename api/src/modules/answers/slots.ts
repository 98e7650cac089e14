import type { JobField } from '@errand/contract/job-field'
import type { BookingRules } from '@errand/contract/jobs'
import { and, eq, gte, isNotNull, ne, sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'

import type { Queries } from '../../platform/database/database.ts'
import { formData } from '../../platform/database/schema.ts'
import { bookingFieldsOf, bookingTimeOf } from './booking-time.ts'
import type { Slots } from './check-date.ts'
import type { FormDataRow } from './collected.ts'
import { isComplete, isNotCancelled } from './complete.ts'
import type { Refusal } from './reading.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether some of these answers say when a booking is for. */
export function areOfBooking(
  { fields, values }: Pick<FormDataRow, 'fields' | 'values'>,
  answers: Values,
): boolean {
  const { day, time } = bookingFieldsOf(fields, { ...values, ...answers })
  return [day, time].some((field) => field !== undefined && Object.hasOwn(answers, field.key))
}

/**
 * The other bookings of a form that are not past. Until the transaction ends nobody else reads them for
 * a booking of their own, so that two contacts cannot take the last place at once.
 */
export async function readSlots(
  queries: Queries,
  { ownerId, formId, sessionId }: Pick<FormDataRow, 'ownerId' | 'formId' | 'sessionId'>,
  rules: BookingRules,
): Promise<Slots> {
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${formId}, 0))`)
  // Of bookings before, none can last until now in any time zone.
  const since = new Date(Date.now() - 48 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const rows = await queries
    .select({ day: sql<string>`${formData.day}`, time: sql<string>`${formData.time}` })
    .from(formData)
    .where(
      and(
        eq(formData.ownerId, ownerId),
        eq(formData.formId, formId),
        gte(formData.day, since),
        isNotNull(formData.time),
        ne(formData.sessionId, sessionId),
        isComplete,
        isNotCancelled,
      ),
    )
  return { ...rules, taken: rows }
}

/** Refuses an answer that would make a booking at a time with no place left. */
export function checkSlot(
  field: JobField,
  { fields, values, slots }: { fields: readonly JobField[]; values: Values; slots: Slots },
): Refusal | undefined {
  const { day: dayField, time: timeField } = bookingFieldsOf(fields, values)
  if (field.key !== dayField?.key && field.key !== timeField?.key) return undefined
  const { day, time } = bookingTimeOf(fields, values)
  if (day === null || time === null || !isFull(slots, { day, time })) return undefined
  return { code: 'slot_taken', detail: 'That time is taken.' }
}

/** Whether at some minute of a booking at that time all places are taken by others. */
export function isFull(
  { minutes, capacity, taken }: Slots,
  wanted: { day: string; time: string },
): boolean {
  const start = minuteOf(wanted)
  const starts = taken.map(minuteOf).filter((other) => Math.abs(other - start) < minutes)
  // The number only grows where a booking begins.
  const moments = [start, ...starts.filter((other) => other > start)]
  return moments.some(
    (moment) =>
      starts.filter((other) => other <= moment && moment < other + minutes).length >= capacity,
  )
}

/** The minutes of a day and time since 1970, on a clock without daylight saving. */
function minuteOf({ day, time }: { day: string; time: string }): number {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime('UTC')
  return epochMilliseconds / 60_000
}
