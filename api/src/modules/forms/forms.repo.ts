import type { Form } from '@errand/contract/chats/form'
import type { FormData } from '@errand/contract/chats/form-data'
import { and, asc, count, desc, eq, gte, inArray, lt, max, ne, sql, type SQL } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { hasTerms } from '../../platform/database/has-terms.ts'
import { chatSessions, contacts, formData, forms } from '../../platform/database/schema.ts'

/** A form as the database holds it. */
export type FormRow = typeof forms.$inferSelect

/** The cursor of a row in a list ordered by time. */
export interface TimeCursor {
  at: Date
  id: string
}

interface FormPage {
  ownerId: string
  jobId: string | undefined
  status: Form['status'] | undefined
  text: string | undefined
  after: TimeCursor | undefined
  limit: number
}

/** One page, latest change first. */
export function listForms(queries: Queries, page: FormPage): Promise<FormRow[]> {
  return queries
    .select()
    .from(forms)
    .where(matches(page))
    .orderBy(desc(forms.updatedAt), desc(forms.id))
    .limit(page.limit)
}

function matches({ ownerId, jobId, status, text, after }: FormPage): SQL | undefined {
  return and(
    eq(forms.ownerId, ownerId),
    jobId === undefined ? undefined : eq(forms.jobId, jobId),
    status === undefined ? undefined : eq(forms.status, status),
    hasTerms(forms.searchText, text),
    after === undefined
      ? undefined
      : sql`(${forms.updatedAt}, ${forms.id}) < (${sql.param(after.at, forms.updatedAt)}, ${after.id})`,
  )
}

/** A form of an owner. */
export async function findForm(
  queries: Queries,
  ownerId: string,
  id: string,
): Promise<FormRow | undefined> {
  const [row] = await queries
    .select()
    .from(forms)
    .where(and(eq(forms.ownerId, ownerId), eq(forms.id, id)))
  return row
}

/** How many chats a form has, and how many are complete. */
export interface FormCounts {
  sessionCount: number
  completeCount: number
  lastResponseAt: Date | null
}

/** Whether no answer is missing; confirmed and corrected ones are complete too. */
const isComplete = sql`${formData.status} in ('complete', 'confirmed', 'corrected')`

/** The counts by form id; a form without chats has no entry. */
export async function countResponses(
  queries: Queries,
  formIds: string[],
): Promise<Map<string, FormCounts>> {
  if (formIds.length === 0) return new Map()
  const rows = await queries
    .select({
      formId: formData.formId,
      sessionCount: count(),
      completeCount: sql<number>`(count(*) filter (where ${isComplete}))::int`,
      // A chat without answers is excluded: its time is only that of its start.
      lastResponseAt: max(
        sql`case when ${formData.status} <> 'empty' then ${formData.updatedAt} end`,
      ).mapWith(formData.updatedAt),
    })
    .from(formData)
    .where(inArray(formData.formId, formIds))
    .groupBy(formData.formId)
  return new Map(rows.map(({ formId, ...counts }) => [formId, counts]))
}

/** Selects some of a form's answers. */
export interface ResponseFilter {
  formId: string
  /** Undefined selects all chats with an answer. */
  status: FormData['status'] | undefined
  from: Date | undefined
  /** Not included. */
  to: Date | undefined
}

export interface ResponsePage extends ResponseFilter {
  sort: '-updatedAt' | 'updatedAt'
  after: TimeCursor | undefined
  limit: number
}

const columns = {
  id: formData.id,
  sessionId: formData.sessionId,
  status: formData.status,
  version: formData.version,
  values: formData.values,
  fields: formData.fields,
  updatedAt: formData.updatedAt,
  contact: {
    id: contacts.id,
    name: contacts.name,
    phoneNumber: contacts.phoneNumber,
    username: contacts.username,
  },
}

/** The answers of one chat, and its contact. */
export type ResponseRow = Awaited<ReturnType<typeof listResponses>>[number]

/** One page by keyset. */
export function listResponses(queries: Queries, page: ResponsePage) {
  const direction = page.sort === 'updatedAt' ? asc : desc
  return queries
    .select(columns)
    .from(formData)
    .innerJoin(chatSessions, eq(chatSessions.id, formData.sessionId))
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .where(and(matchesFilter(page), isAfter(page)))
    .orderBy(direction(formData.updatedAt), direction(formData.id))
    .limit(page.limit)
}

/** Counts complete and partial answers, ignoring the status of the filter. */
export async function countByStatus(
  queries: Queries,
  filter: ResponseFilter,
): Promise<{ complete: number; partial: number }> {
  const [row] = await queries
    .select({
      complete: sql<number>`(count(*) filter (where ${isComplete}))::int`,
      partial: sql<number>`(count(*) filter (where ${formData.status} = 'partial'))::int`,
    })
    .from(formData)
    .where(matchesFilter({ ...filter, status: undefined }))
  return row ?? { complete: 0, partial: 0 }
}

/** Every key that some answer has, with its latest label; includes fields that were removed since. */
export async function listAnsweredKeys(
  queries: Queries,
  filter: ResponseFilter,
): Promise<{ key: string; label: string | null }[]> {
  const answered = queries
    .select({
      key: sql<string>`jsonb_object_keys(${formData.values})`.as('key'),
      fields: formData.fields,
      updatedAt: formData.updatedAt,
    })
    .from(formData)
    .where(matchesFilter(filter))
    .as('answered')
  const label = sql`(select field ->> 'label' from jsonb_array_elements(${answered.fields}) field
    where field ->> 'key' = ${answered.key} limit 1)`
  const rows = await queries
    .select({
      key: answered.key,
      label: sql<string | null>`(array_agg(${label} order by ${answered.updatedAt} desc))[1]`,
    })
    .from(answered)
    .groupBy(answered.key)
  return rows.toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

function matchesFilter({ formId, status, from, to }: ResponseFilter): SQL | undefined {
  return and(
    eq(formData.formId, formId),
    hasStatus(status),
    from === undefined ? undefined : gte(formData.updatedAt, from),
    to === undefined ? undefined : lt(formData.updatedAt, to),
  )
}

function hasStatus(status: ResponseFilter['status']): SQL {
  if (status === undefined) return ne(formData.status, 'empty')
  return status === 'complete' ? isComplete : eq(formData.status, status)
}

function isAfter({ sort, after }: ResponsePage): SQL | undefined {
  if (after === undefined) return undefined
  const place = sql`(${sql.param(after.at, formData.updatedAt)}, ${after.id})`
  const row = sql`(${formData.updatedAt}, ${formData.id})`
  return sort === 'updatedAt' ? sql`${row} > ${place}` : sql`${row} < ${place}`
}
