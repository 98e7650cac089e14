import { isDeepStrictEqual } from 'node:util'

import { isComplete } from '@errand/contract/chats/form-data'
import type { BookingRules } from '@errand/contract/jobs'
import { and, eq, gte, isNotNull, ne, sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'

import type { Queries } from '../../platform/database/database.ts'
import { formData } from '../../platform/database/schema.ts'
import { bookingFieldsOf, bookingTimeOf } from './booking-time.ts'
import {
  type CollectedAnswers,
  type FormDataRow,
  metaOf,
  type NewAnswers,
  originOf,
  type Slots,
} from './collected.ts'
import { isComplete as isCompleteRow, isNotCancelled } from './complete.ts'
import { readAnswer } from './read-answer.ts'

/** The keys of the answers that say when a booking is for. */
export function bookingKeysOf({ fields, values }: Pick<CollectedAnswers, 'fields' | 'values'>) {
  const { day, time } = bookingFieldsOf(fields, values)
  return [day, time].flatMap((field) => (field === undefined ? [] : [field.key]))
}

/**
 * Whether new answers have to find their place among the other bookings: when they name a day or time,
 * and when they become complete or are moved. Complete answers have their place already.
 */
export function needsSlot(
  before: CollectedAnswers,
  after: CollectedAnswers,
  news: NewAnswers,
): boolean {
  const { day, time } = bookingTimeOf(after.fields, after.values)
  if (day === null || time === null) return false
  if (isComplete(before.status) && hasSameTime(before, after))
    return isReopened(before, after, news)
  const isNamed = bookingKeysOf(after).some((key) => Object.hasOwn(news.answers, key))
  return isNamed || isComplete(after.status)
}

/** Whether two states of a chat's answers are for the same day and time. */
export const hasSameTime = (one: CollectedAnswers, other: CollectedAnswers): boolean =>
  isDeepStrictEqual(
    bookingTimeOf(one.fields, one.values),
    bookingTimeOf(other.fields, other.values),
  )

/**
 * Whether a contact names the day or time of a cancelled booking again: the same, and in another message
 * than the one it was read from.
 */
export function isReopened(
  before: CollectedAnswers,
  after: CollectedAnswers,
  news: NewAnswers,
): boolean {
  if (after.decision !== 'cancelled' || !hasSameTime(before, after)) return false
  const named = bookingKeysOf(after).filter((key) => Object.hasOwn(news.answers, key))
  const isSame = (key: string) => {
    const field = after.fields.find((one) => one.key === key)
    const reading = field && readAnswer(field, news.answers[key], news.place)
    return (
      reading !== undefined &&
      'value' in reading &&
      isDeepStrictEqual(reading.value, after.values[key])
    )
  }
  const isSaidAnew = (key: string) => {
    const { messageId } = originOf(news, key)
    const isDoubtful = news.doubtful?.includes(key) === true
    return !isDoubtful && messageId !== undefined && messageId !== metaOf(after, key)?.messageId
  }
  return named.every(isSame) && named.some(isSaidAnew)
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
        isCompleteRow,
        isNotCancelled,
      ),
    )
  return { ...rules, taken: rows }
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
