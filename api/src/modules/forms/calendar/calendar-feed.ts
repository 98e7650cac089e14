import { createHash, randomBytes } from 'node:crypto'

import { contactHandle, contactName } from '@errand/contract/visible-text'
import { eq } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'

import type { Queries } from '../../../platform/database/database.ts'
import { calendarFeeds } from '../../../platform/database/schema.ts'
import { addDays, dayOf } from '../../../platform/period/days.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { readPreferences } from '../../account/settings-view.ts'
import { bookingEndOf, bookingTimeOf } from '../../answers/booking-time.ts'
import { phoneText } from '../../answers/phones.ts'
import { displayFormatOf, type DisplayFormat } from '../../answers/readable-answer.ts'
import { otherAnswers, readBookings, readDurations, type BookingRow } from '../bookings.ts'
import { toContactSummary } from '../forms.service.ts'
import { writeCalendar, type CalendarEvent } from './write-calendar.ts'

/** The secret of an owner's calendar, by which its address is found. */
interface Feed {
  token: string
  createdAt: Date
}

const placeOf = (ownerId: string): string => `${ownerId}/calendar`

/** Only a hash is looked for, so nobody can read an address in the database or a copy of it. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Makes the secret of an owner's calendar, in place of the earlier one. */
export async function renewFeed(queries: Queries, box: SecretBox, ownerId: string): Promise<Feed> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = new Date()
  const row = { tokenHash: hashOf(token), sealed: box.seal(token, placeOf(ownerId)), createdAt }
  await queries
    .insert(calendarFeeds)
    .values({ ownerId, ...row })
    .onConflictDoUpdate({ target: calendarFeeds.ownerId, set: row })
  return { token, createdAt }
}

/** The secret of an owner's calendar, to be shown again; undefined where there is none. */
export async function findFeed(
  queries: Queries,
  box: SecretBox,
  ownerId: string,
): Promise<Feed | undefined> {
  const [row] = await queries.select().from(calendarFeeds).where(eq(calendarFeeds.ownerId, ownerId))
  if (row === undefined) return undefined
  return { token: box.open(row.sealed, placeOf(ownerId)), createdAt: row.createdAt }
}

/** Ends an owner's calendar: its address is that of nothing. */
export async function deleteFeed(queries: Queries, ownerId: string): Promise<boolean> {
  const deleted = await queries
    .delete(calendarFeeds)
    .where(eq(calendarFeeds.ownerId, ownerId))
    .returning({ ownerId: calendarFeeds.ownerId })
  return deleted.length > 0
}

/** The owner whose calendar has that secret. */
export async function findFeedOwner(queries: Queries, token: string): Promise<string | undefined> {
  const [row] = await queries
    .select({ ownerId: calendarFeeds.ownerId })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.tokenHash, hashOf(token)))
  return row?.ownerId
}

const daysBefore = 30
const daysAfter = 365
/** How many bookings a calendar has at most, so that writing it takes milliseconds. */
const maxEvents = 2000
/** How long a booking lasts whose job does not say it. */
const usualMinutes = 60

/**
 * The bookings of the last month and the next year as a calendar. What is to come goes before what is
 * past, where there are too many.
 */
export async function readCalendar(
  queries: Queries,
  { ownerId, publicUrl }: { ownerId: string; publicUrl: string },
): Promise<string> {
  const { business } = await readPreferences(queries, ownerId)
  const today = dayOf(new Date(), business.timeZone)
  const upcoming = await readBookings(queries, {
    ownerId,
    from: today,
    to: addDays(today, daysAfter),
    limit: maxEvents,
  })
  const past = await readBookings(queries, {
    ownerId,
    from: addDays(today, -daysBefore),
    before: today,
    limit: maxEvents - upcoming.length,
    isLatestFirst: true,
  })
  const rows = [...past.toReversed(), ...upcoming]
  const format = displayFormatOf(business)
  const name = business.name === '' ? 'Bookings' : business.name
  const minutesOf = await readDurations(queries, ownerId)
  return writeCalendar(
    name,
    eventsOf(rows, { format, publicUrl, minutesOf, timeZone: business.timeZone }),
  )
}

interface EventContext {
  format: DisplayFormat
  publicUrl: string
  timeZone: string
  /** How long bookings of a job last, by its id. */
  minutesOf: ReadonlyMap<string, number>
}

/** Makes the events one after the other, as they are written. */
function* eventsOf(rows: readonly BookingRow[], context: EventContext): Iterable<CalendarEvent> {
  for (const row of rows) yield toEvent(row, context)
}

const statuses = { confirmed: 'CONFIRMED', cancelled: 'CANCELLED' } as const

function toEvent(row: BookingRow, context: EventContext): CalendarEvent {
  const { format, publicUrl, minutesOf, timeZone } = context
  const { id, sessionId, jobName, version, decision, decidedAt, updatedAt } = row
  const contact = toContactSummary(row.contact)
  const answers = otherAnswers(row, format).map(({ label, text }) => `${label}: ${text}`)
  const when = timesOf(row, { timeZone, minutes: minutesOf.get(row.jobId ?? '') })
  // The arrival of a stay of whole days.
  const clock = row.time !== null && 'day' in when ? `${row.time} ` : ''
  return {
    // Never changes, so that programs know a booking again after it was moved.
    uid: `${id}@errand`,
    changedAt: decidedAt !== null && decidedAt > updatedAt ? decidedAt : updatedAt,
    sequence: version,
    status: decision === null ? 'TENTATIVE' : statuses[decision],
    when,
    summary: `${clock}${jobName}: ${contactName(contact)}`,
    description: [phoneText(contactHandle(contact)), ...answers].join('\n'),
    url: `${publicUrl}/chats?session=${sessionId}`,
  }
}

/**
 * The time of an event. A stay of which only one end has a time is of whole days: a calendar cannot have
 * a time at one end alone.
 */
function timesOf(
  { day, time, fields, values }: BookingRow,
  { timeZone, minutes = usualMinutes }: { timeZone: string; minutes: number | undefined },
): CalendarEvent['when'] {
  const { endDay = day, endTime } = bookingEndOf(fields, values) ?? {}
  const { lastDay } = bookingTimeOf(fields, values)
  if (time === null || (endTime === undefined && endDay > day))
    return { day, nextDay: addDays(lastDay ?? endDay, 1) }
  const zoned = (clock: string) => Temporal.PlainDateTime.from(clock).toZonedDateTime(timeZone)
  const start = zoned(`${day}T${time}`)
  const end = endTime === undefined ? start.add({ minutes }) : zoned(`${endDay}T${endTime}`)
  return { start: new Date(start.epochMilliseconds), end: new Date(end.epochMilliseconds) }
}
