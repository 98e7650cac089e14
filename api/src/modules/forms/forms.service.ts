import type {
  Form,
  FormAnswer,
  FormResponseRow,
  listFormsCall,
  readFormCall,
} from '@errand/contract/chats/form'
import { idSchema } from '@errand/contract/ids'
import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { readCursor, readTimeCursor, toTimePage, writeCursor } from '../../platform/http/cursor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { addDays, dayOf, startOfDay } from '../../platform/period/days.ts'
import { dialledNumber } from '../../platform/phones/number-forms.ts'
import { readPreferences } from '../account/settings-view.ts'
import { toBooking } from '../answers/form-data-view.ts'
import * as repo from './forms.repo.ts'
import {
  countByStatus,
  listResponses,
  type DayRange,
  type ResponseFilter,
  type ResponseRow,
} from './forms.repo.ts'
import { orderOf, type ResponseOrder, type ResponsePlace } from './response-order.ts'

type ListQuery = z.output<(typeof listFormsCall)['query']>
export type ReadQuery = z.output<(typeof readFormCall)['query']>

/** The forms of an owner, latest change first. */
export async function listForms(
  queries: Queries,
  ownerId: string,
  query: ListQuery,
): Promise<{ items: Form[]; nextCursor: string | null }> {
  const rows = await repo.listForms(queries, {
    ownerId,
    jobId: query.jobId,
    status: query.status,
    text: query.q,
    after: readTimeCursor(query.cursor, { kind: 'form' }),
    limit: query.limit + 1,
  })
  const ids = rows.slice(0, query.limit).map(({ id }) => id)
  const counts = await repo.countResponses(queries, ids)
  return toTimePage(rows, query.limit, {
    toItem: (row) => toForm(row, counts.get(row.id)),
    positionOf: ({ updatedAt, id }) => ({ at: updatedAt, id }),
  })
}

/** A form, with a page of its answers if the query asks for them. */
export async function readForm(
  queries: Queries,
  target: { ownerId: string; id: string },
  query: ReadQuery,
): Promise<FormAnswer> {
  const row = await requireForm(queries, target)
  const counts = await repo.countResponses(queries, [row.id])
  const form = toForm(row, counts.get(row.id))
  if (!query.responses) return { form }
  const filter = await readFilter(queries, row, query)
  const order = orderOf(query.sort, row.fields)
  const rows = await listResponses(queries, {
    ...filter,
    order,
    after: readPlace(query, order),
    limit: query.limit + 1,
  })
  return {
    form,
    responses: {
      items: rows.slice(0, query.limit).map((response) => toResponse(response)),
      nextCursor: nextCursor(rows, query, order),
      totals: await countByStatus(queries, filter),
    },
  }
}

/** Returns the form, or throws the problem that there is none. */
export async function requireForm(
  queries: Queries,
  { ownerId, id }: { ownerId: string; id: string },
): Promise<repo.FormRow> {
  const row = await repo.findForm(queries, ownerId, id)
  if (row === undefined) throw new Problem('not_found', { detail: 'There is no such form.' })
  return row
}

/** Reads a query's days in the owner's time zone; the last day is included. */
export async function readFilter(
  queries: Queries,
  form: repo.FormRow,
  { status, from, to, answeredFrom, answeredTo, when, decision, q }: ReadQuery,
): Promise<ResponseFilter> {
  const { timeZone } = (await readPreferences(queries, form.ownerId)).business
  const isDayWanted = answeredFrom !== undefined || answeredTo !== undefined
  return {
    formId: form.id,
    ownerId: form.ownerId,
    status,
    from: from === undefined ? undefined : startOfDay(from, timeZone),
    to: to === undefined ? undefined : startOfDay(addDays(to, 1), timeZone),
    days: [
      ...(isDayWanted ? [{ from: answeredFrom, to: answeredTo }] : []),
      ...daysOf(when, dayOf(new Date(), timeZone)),
    ],
    decision,
    text: q,
  }
}

/** Those that are on today or later, or those that are over. */
function daysOf(when: ReadQuery['when'], today: string): DayRange[] {
  if (when === 'all') return []
  return [when === 'upcoming' ? { from: today } : { before: today }]
}

/** Reads a cursor, which names its order because it is of no use in another one. */
function readPlace(
  { cursor, sort }: ReadQuery,
  { keySchema }: ResponseOrder,
): ResponsePlace | undefined {
  if (cursor === undefined) return undefined
  const schema = z.tuple([z.literal(sort), keySchema, idSchema('response')])
  const [, key, id] = readCursor(cursor, schema)
  return { key, id }
}

function nextCursor(
  rows: ResponseRow[],
  { limit, sort }: ReadQuery,
  order: ResponseOrder,
): string | null {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  if (last === undefined) return null
  const { key, id } = placeOf(last, order)
  return writeCursor([sort, key, id])
}

/** The place of a row; moments are numbers there, whatever the database's time zone. */
export const placeOf = (
  { id, key, updatedAt }: ResponseRow,
  { isIndexed = false }: ResponseOrder,
): ResponsePlace => ({ id, key: isIndexed ? String(updatedAt.getTime()) : key })

function toForm(row: repo.FormRow, counts: repo.FormCounts | undefined): Form {
  const { ownerId: _ownerId, searchText: _text, createdAt, updatedAt, ...form } = row
  const { sessionCount = 0, completeCount = 0, lastResponseAt = null } = counts ?? {}
  return {
    ...form,
    sessionCount,
    completeCount,
    ...(lastResponseAt !== null && { lastResponseAt: lastResponseAt.toISOString() }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

function toResponse(response: ResponseRow): FormResponseRow {
  const { updatedAt, day, contact } = response
  const { id, sessionId, status, version, values } = response
  return {
    id,
    sessionId,
    status,
    version,
    values,
    contact: toContactSummary(contact),
    ...(day !== null && { booking: toBooking({ ...response, day }) }),
    updatedAt: updatedAt.toISOString(),
  }
}

/** The contact as a row of answers shows it. */
export function toContactSummary({
  username,
  phoneNumber,
  ...contact
}: ResponseRow['contact']): FormResponseRow['contact'] {
  return {
    ...contact,
    phoneNumber: dialledNumber(phoneNumber),
    ...(username !== '' && { username }),
  }
}
