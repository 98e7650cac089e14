import {
  maxBookings,
  type BookingItem,
  type BookingList,
  type listBookingsQuerySchema,
} from '@errand/contract/chats/bookings'
import type { BookingRules } from '@errand/contract/jobs'
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import {
  chatSessions,
  contacts,
  formData,
  forms,
  jobs,
  jobVersions,
} from '../../platform/database/schema.ts'
import { addDays, dayOf, readPeriod } from '../../platform/period/days.ts'
import { readPreferences } from '../account/settings-view.ts'
import { bookingFieldsOf } from '../answers/booking-time.ts'
import { applicableFields, proposedTime, toBooking } from '../answers/collected.ts'
import { isComplete } from '../answers/complete.ts'
import { displayFormatOf, readableText, type DisplayFormat } from '../answers/readable-answer.ts'
import { isOnDays, type DayRange } from './forms.repo.ts'
import { toContactSummary } from './forms.service.ts'

interface BookingFilter extends DayRange {
  ownerId: string
  limit: number
  isLatestFirst?: boolean
}

/** A booking with its fields and answers. */
export type BookingRow = Awaited<ReturnType<typeof readBookings>>[number]

/** Complete answers that are for these days, by day and time; whole days come first. */
export function readBookings(
  queries: Queries,
  { ownerId, from, to, limit, isLatestFirst = false }: BookingFilter,
) {
  const order = isLatestFirst
    ? [desc(formData.day), sql`${formData.time} desc nulls last`, desc(formData.id)]
    : [asc(formData.day), sql`${formData.time} asc nulls first`, asc(formData.id)]
  return queries
    .select({
      id: formData.id,
      sessionId: formData.sessionId,
      formId: formData.formId,
      jobId: forms.jobId,
      jobName: forms.name,
      version: formData.version,
      status: sql<BookingItem['status']>`${formData.status}`,
      day: sql<string>`${formData.day}`,
      time: formData.time,
      decision: formData.decision,
      decidedAt: formData.decidedAt,
      cancelAskedAt: formData.cancelAskedAt,
      proposed: formData.proposed,
      fields: formData.fields,
      values: formData.values,
      updatedAt: formData.updatedAt,
      contact: {
        id: contacts.id,
        name: contacts.name,
        phoneNumber: contacts.phoneNumber,
        username: contacts.username,
      },
    })
    .from(formData)
    .innerJoin(forms, eq(forms.id, formData.formId))
    .innerJoin(chatSessions, eq(chatSessions.id, formData.sessionId))
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .where(and(isOnDays(ownerId, { from, to }), isComplete))
    .orderBy(...order)
    .limit(limit)
}

/** The bookings of some days, of all jobs. */
export async function listBookings(
  queries: Queries,
  ownerId: string,
  wanted: z.output<typeof listBookingsQuerySchema>,
): Promise<BookingList> {
  const { business } = await readPreferences(queries, ownerId)
  const { from = dayOf(new Date(), business.timeZone) } = wanted
  const days = { from, to: wanted.to ?? addDays(from, 6), bucket: 'day' } as const
  const { to } = readPeriod(days, business.timeZone).period
  const rows = await readBookings(queries, { ownerId, from, to, limit: maxBookings + 1 })
  const format = displayFormatOf(business)
  const minutesOf = await readDurations(queries, ownerId)
  return {
    items: rows.slice(0, maxBookings).map((row) => {
      const minutes = minutesOf.get(row.jobId ?? '')
      const duration = minutes === undefined ? {} : { durationMinutes: minutes }
      return { ...toBookingItem(row, format), ...duration }
    }),
    hasMore: rows.length > maxBookings,
  }
}

/** How long bookings of a job take, by its id; of the jobs whose published version says it. */
export async function readDurations(
  queries: Queries,
  ownerId: string,
): Promise<ReadonlyMap<string, number>> {
  const rules = sql<BookingRules>`${jobVersions.snapshot} -> 'behaviour' -> 'booking'`
  const rows = await queries
    .select({ id: jobs.id, rules })
    .from(jobs)
    .innerJoin(jobVersions, eq(jobVersions.id, jobs.liveVersionId))
    .where(and(eq(jobs.ownerId, ownerId), isNotNull(rules)))
  return new Map(rows.map(({ id, rules: { minutes } }) => [id, minutes]))
}

function toBookingItem(row: BookingRow, format: DisplayFormat): BookingItem {
  const { fields: _fields, values: _values, updatedAt: _at, contact, ...rest } = row
  const { day, time, decision, decidedAt, cancelAskedAt, proposed: _proposed, ...booking } = rest
  const proposed = proposedTime(row)
  return {
    ...booking,
    ...toBooking({ day, time, decision, decidedAt, cancelAskedAt }),
    ...(proposed !== undefined && { proposed }),
    contact: toContactSummary(contact),
    summary: summaryOf(row, format).slice(0, maxSummaryLength).toWellFormed(),
  }
}

const maxSummaryLength = 200

const summaryOf = (row: BookingRow, format: DisplayFormat): string =>
  otherAnswers(row, format)
    .map(({ text }) => text)
    .join(' · ')

/** The answers that do not say when the booking is for, without sensitive ones. */
export function otherAnswers(
  { fields, values }: Pick<BookingRow, 'fields' | 'values'>,
  format: DisplayFormat,
): { label: string; text: string }[] {
  const { day, time } = bookingFieldsOf(fields, values)
  return applicableFields(fields, values)
    .filter(({ key, sensitive }) => key !== day?.key && key !== time?.key && !sensitive)
    .filter(({ key }) => Object.hasOwn(values, key))
    .map((field) => ({ label: field.label, text: readableText(values[field.key], field, format) }))
}
