import { isDeepStrictEqual } from 'node:util'

import { isComplete } from '@errand/contract/chats/form-data'
import type { BookingRules } from '@errand/contract/jobs'
import { and, eq, gte, isNotNull, ne, sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'

import type { Queries } from '../../platform/database/database.ts'
import { formData } from '../../platform/database/schema.ts'
import { bookingEndOf, bookingFieldsOf, bookingTimeOf } from './booking-time.ts'
import type { CollectedAnswers, FormDataRow, NewAnswers, Slots } from './collected.ts'
import { isComplete as isCompleteRow, isNotCancelled } from './complete.ts'

/** The keys of the answers that say when a booking is for. */
export function bookingKeysOf({ fields, values }: Pick<CollectedAnswers, 'fields' | 'values'>) {
  const { day, time } = bookingFieldsOf(fields, values)
  return [day, time].flatMap((field) => (field === undefined ? [] : [field.key]))
}

/** The keys of the answers that say when a booking ends. */
export function endKeysOf({ fields, values }: Pick<CollectedAnswers, 'fields' | 'values'>) {
  const { endDay, endTime } = bookingFieldsOf(fields, values)
  return [endDay, endTime].flatMap((field) => (field === undefined ? [] : [field.key]))
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
  if (isComplete(before.status) && hasSameStart(before, after)) return false
  const isNamed = bookingKeysOf(after).some((key) => Object.hasOwn(news.answers, key))
  return isNamed || isComplete(after.status)
}

type Fields = Pick<CollectedAnswers, 'fields' | 'values'>

/** Whether two states of a chat's answers begin at the same time. */
export const hasSameStart = (one: Fields, other: Fields): boolean =>
  isDeepStrictEqual(startOf(one), startOf(other))

function startOf({ fields, values }: Fields) {
  const { day, time } = bookingTimeOf(fields, values)
  return { day, time }
}

/** Whether two states of a chat's answers are for the same time, from beginning to end. */
export const hasSameTime = (one: Fields, other: Fields): boolean =>
  isDeepStrictEqual(timesOf(one), timesOf(other))

const timesOf = ({ fields, values }: Fields) => [
  bookingTimeOf(fields, values),
  bookingEndOf(fields, values),
]

/** The answers that need a place, or those beside which another set needs one. */
interface OwnAnswers extends Pick<FormDataRow, 'ownerId' | 'formId' | 'id'> {
  isAnother?: boolean
}

/**
 * The other bookings of a form that are not past, agreed and proposed. Until the transaction ends nobody
 * else reads them for a booking of their own, so that two contacts cannot take the last place at once.
 */
export async function readSlots(
  queries: Queries,
  { ownerId, formId, id, isAnother = false }: OwnAnswers,
  rules: BookingRules,
): Promise<Slots> {
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${formId}, 0))`)
  // Of bookings before, none can last until now in any time zone.
  const since = new Date(Date.now() - 48 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const isOfForm = and(eq(formData.ownerId, ownerId), eq(formData.formId, formId))
  const isOther = and(isOfForm, ne(formData.id, id))
  const agreed = await queries
    .select({ day: sql<string>`${formData.day}`, time: sql<string>`${formData.time}` })
    .from(formData)
    .where(
      and(
        isAnother ? isOfForm : isOther,
        gte(formData.day, since),
        isNotNull(formData.time),
        isCompleteRow,
        isNotCancelled,
      ),
    )
  const proposed = await queries
    .select({ day: formData.day, time: formData.time, proposed: formData.proposed })
    .from(formData)
    .where(and(isOther, isNotNull(formData.proposed)))
  const held = proposed.flatMap(({ proposed: wanted, ...own }) => {
    const { day = null, time = null } = wanted ?? {}
    const isOwn = day === own.day && time === own.time
    return day === null || time === null || isOwn ? [] : [{ day, time }]
  })
  return { ...rules, taken: [...agreed, ...held] }
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
