import {
  maxBookings,
  type BookingItem,
  type BookingList,
  type listBookingsCall,
} from '@errand/contract/chats/bookings'
import { isNumber, type JobField, type JobFieldType } from '@errand/contract/job-field'
import type { BookingRules } from '@errand/contract/jobs'
import { and, asc, desc, eq, gt, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
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
import { bookingEndOf, bookingFieldsOf } from '../answers/booking-time.ts'
import { applicableFields } from '../answers/collected.ts'
import { isComplete } from '../answers/complete.ts'
import { proposedTime, toBooking } from '../answers/form-data-view.ts'
import { displayFormatOf, readableText, type DisplayFormat } from '../answers/readable-answer.ts'
import { isOnDays, type DayRange } from './forms.repo.ts'
import { toContactSummary } from './forms.service.ts'

interface BookingFilter extends DayRange {
  ownerId: string
  limit: number
  isLatestFirst?: boolean
  /** How long bookings of a job last, by its id: with it also those that began the night before. */
  minutesOf?: ReadonlyMap<string, number>
}

/** A booking with its fields and answers. */
export type BookingRow = Awaited<ReturnType<typeof readBookings>>[number]

/** Complete answers that are for these days, by day and time; whole days come first. */
export function readBookings(
  queries: Queries,
  { ownerId, from, to, before, limit, isLatestFirst = false, minutesOf }: BookingFilter,
) {
  const days = { from, to, before }
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
    .where(and(or(isOnDays(ownerId, days), isOvernight(ownerId, from, minutesOf)), isComplete))
    .orderBy(...order)
    .limit(limit)
}

/** Selects bookings that began the day before and, by what their jobs say, last into that day. */
function isOvernight(
  ownerId: string,
  day: string | undefined,
  minutesOf: ReadonlyMap<string, number> = new Map(),
): SQL | undefined {
  if (day === undefined || minutesOf.size === 0) return undefined
  const yesterday = addDays(day, -1)
  const jobsBy = Map.groupBy(minutesOf, ([, minutes]) => minutes)
  const isLate = [...jobsBy].map(([minutes, ofJobs]) => {
    const ids = ofJobs.map(([id]) => id)
    const latest = midnight.subtract({ minutes }).toString({ smallestUnit: 'minute' })
    return and(inArray(forms.jobId, ids), gt(formData.time, latest))
  })
  const isOfDay = isOnDays(ownerId, { from: yesterday, before: day })
  return and(isOfDay, eq(formData.day, yesterday), or(...isLate))
}

const midnight = Temporal.PlainTime.from('00:00')

/** The bookings of some days, of all jobs. */
export async function listBookings(
  queries: Queries,
  ownerId: string,
  wanted: z.output<(typeof listBookingsCall)['query']>,
): Promise<BookingList> {
  const { business } = await readPreferences(queries, ownerId)
  const { from = dayOf(new Date(), business.timeZone) } = wanted
  const days = { from, to: wanted.to ?? addDays(from, 6), bucket: 'day' } as const
  const { to } = readPeriod(days, business.timeZone).period
  const minutesOf = await readDurations(queries, ownerId)
  const rows = await readBookings(queries, { ownerId, from, to, limit: maxBookings + 1, minutesOf })
  const format = displayFormatOf(business)
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
  const { id, sessionId, formId, jobId, jobName, version, status } = row
  const proposed = proposedTime(row)
  return {
    id,
    sessionId,
    formId,
    jobId,
    jobName,
    version,
    status,
    ...toBooking(row),
    ...(proposed !== undefined && { proposed }),
    contact: toContactSummary(row.contact),
    summary: summaryOf(row, format).slice(0, maxSummaryLength).toWellFormed(),
  }
}

const maxSummaryLength = 200

/** A number or a yes says nothing without its question. */
const summaryOf = (row: BookingRow, format: DisplayFormat): string =>
  otherAnswers(row, format)
    .map(({ type, label, text }) =>
      isNumber(type) || type === 'boolean' ? `${label}: ${text}` : text,
    )
    .join(' · ')

/** The answers that do not say when the booking is for, without sensitive ones. */
export function otherAnswers(
  { fields, values }: Pick<BookingRow, 'fields' | 'values'>,
  format: DisplayFormat,
): { type: JobFieldType; label: string; text: string }[] {
  const { day, time, ...ends } = bookingFieldsOf(fields, values)
  const hasEnd = bookingEndOf(fields, values) !== undefined
  const isTime = (field: JobField) =>
    field === day || field === time || (hasEnd && Object.values(ends).includes(field))
  return applicableFields(fields, values)
    .filter((field) => !isTime(field) && !field.sensitive && Object.hasOwn(values, field.key))
    .map((field) => ({
      type: field.type,
      label: field.label,
      text: readableText(values[field.key], field, format),
    }))
}
