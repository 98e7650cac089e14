import type {
  Form,
  FormAnswer,
  FormResponseRow,
  listFormsQuerySchema,
  readFormQuerySchema,
} from '@errand/contract/chats/form'
import { idSchema } from '@errand/contract/ids'
import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { cursorMomentSchema, readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { addDays, startOfDay } from '../../platform/period/days.ts'
import { readPreferences } from '../account/settings-view.ts'
import * as repo from './forms.repo.ts'
import {
  countByStatus,
  listResponses,
  type ResponseFilter,
  type ResponseRow,
} from './forms.repo.ts'

type ListQuery = z.output<typeof listFormsQuerySchema>
export type ReadQuery = z.output<typeof readFormQuerySchema>
type Sort = ReadQuery['sort']

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
    after: readFormCursor(query.cursor, { kind: 'form', sort: '-updatedAt' }),
    limit: query.limit + 1,
  })
  const shown = rows.slice(0, query.limit)
  const counts = await repo.countResponses(
    queries,
    shown.map(({ id }) => id),
  )
  return {
    items: shown.map((row) => toForm(row, counts.get(row.id))),
    nextCursor: nextCursor(rows, { ...query, sort: '-updatedAt' }),
  }
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
  const rows = await listResponses(queries, {
    ...filter,
    sort: query.sort,
    after: readFormCursor(query.cursor, { kind: 'response', sort: query.sort }),
    limit: query.limit + 1,
  })
  return {
    form,
    responses: {
      items: rows.slice(0, query.limit).map((response) => toResponse(response)),
      nextCursor: nextCursor(rows, query),
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
  { status, from, to }: ReadQuery,
): Promise<ResponseFilter> {
  const { timeZone } = (await readPreferences(queries, form.ownerId)).business
  return {
    formId: form.id,
    status,
    from: from === undefined ? undefined : startOfDay(from, timeZone),
    to: to === undefined ? undefined : startOfDay(addDays(to, 1), timeZone),
  }
}

/** Reads a cursor, which names its order because it is of no use in the other one. */
function readFormCursor(
  cursor: string | undefined,
  { kind, sort }: { kind: 'form' | 'response'; sort: Sort },
): repo.TimeCursor | undefined {
  if (cursor === undefined) return undefined
  const schema = z.tuple([z.literal(sort), cursorMomentSchema, idSchema(kind)])
  const [, at, id] = readCursor(cursor, schema)
  return { at: new Date(at), id }
}

function nextCursor(
  rows: { id: string; updatedAt: Date }[],
  { limit, sort }: { limit: number; sort: Sort },
): string | null {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return last === undefined ? null : writeCursor([sort, last.updatedAt.getTime(), last.id])
}

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

function toResponse({ updatedAt, fields: _fields, ...row }: ResponseRow): FormResponseRow {
  const { username, phoneNumber, ...contact } = row.contact
  return {
    ...row,
    contact: { ...contact, phoneNumber: phoneNumber ?? '', ...(username !== '' && { username }) },
    updatedAt: updatedAt.toISOString(),
  }
}
