import type { Form } from '@errand/contract/chats/form'
import type { BookingDecision, FormData } from '@errand/contract/chats/form-data'
import { searchTermsOf } from '@errand/contract/search-text'
import {
  and,
  countDistinct,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  max,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { hasTerms } from '../../platform/database/has-terms.ts'
import { chatSessions, contacts, formData, forms } from '../../platform/database/schema.ts'
import type { TimePosition } from '../../platform/http/cursor.ts'
import { isComplete } from '../answers/complete.ts'
import { toSearchQuery } from '../chats/search/search-words.ts'
import {
  isBehind,
  keyText,
  orderBy,
  type ResponseOrder,
  type ResponsePlace,
} from './response-order.ts'

/** A form as the database holds it. */
export type FormRow = typeof forms.$inferSelect

interface FormPage {
  ownerId: string
  jobId: string | undefined
  status: Form['status'] | undefined
  text: string | undefined
  after: TimePosition | undefined
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

/** The counts by form id; a form without chats has no entry. */
export async function countResponses(
  queries: Queries,
  formIds: string[],
): Promise<Map<string, FormCounts>> {
  if (formIds.length === 0) return new Map()
  const rows = await queries
    .select({
      formId: formData.formId,
      sessionCount: countDistinct(formData.sessionId),
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
  ownerId: string
  /** Undefined selects all chats with an answer. */
  status: FormData['status'] | undefined
  from: Date | undefined
  /** Not included. */
  to: Date | undefined
  /** The days that the answers are for; each has to hold. */
  days: readonly DayRange[]
  decision: BookingDecision | 'none' | undefined
  text: string | undefined
}

/** Days, both included, of which a booking has at least one; an open end is undefined. */
export interface DayRange {
  from?: string | undefined
  to?: string | undefined
  /** The day before which it was over. */
  before?: string | undefined
}

export interface ResponsePage extends ResponseFilter {
  order: ResponseOrder
  after: ResponsePlace | undefined
  limit: number
}

const columns = {
  id: formData.id,
  sessionId: formData.sessionId,
  status: formData.status,
  version: formData.version,
  values: formData.values,
  fields: formData.fields,
  day: formData.day,
  time: formData.time,
  decision: formData.decision,
  decidedAt: formData.decidedAt,
  cancelAskedAt: formData.cancelAskedAt,
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
  return queries
    .select({ ...columns, key: keyText(page.order) })
    .from(formData)
    .innerJoin(chatSessions, eq(chatSessions.id, formData.sessionId))
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .where(and(matchesFilter(page), hasStatus(page.status), isBehind(page.order, page.after)))
    .orderBy(...orderBy(page.order))
    .limit(page.limit)
}

/** Counts the rows of the filter, and complete and partial answers of any status. */
export async function countByStatus(
  queries: Queries,
  filter: ResponseFilter,
): Promise<{ complete: number; partial: number; matching: number }> {
  const countOf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
  const [row] = await queries
    .select({
      complete: countOf(isComplete),
      partial: countOf(eq(formData.status, 'partial')),
      matching: countOf(hasStatus(filter.status)),
    })
    .from(formData)
    .where(matchesFilter(filter))
  return row ?? { complete: 0, partial: 0, matching: 0 }
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
    .where(and(matchesFilter(filter), hasStatus(filter.status)))
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

/** All of a filter but the status, which counts ignore. */
function matchesFilter(filter: ResponseFilter): SQL | undefined {
  const { formId, ownerId, from, to, days, decision, text } = filter
  return and(
    eq(formData.formId, formId),
    from === undefined ? undefined : gte(formData.updatedAt, from),
    to === undefined ? undefined : lt(formData.updatedAt, to),
    ...days.map((range) => isOnDays(ownerId, range)),
    decision === undefined ? undefined : isDecided(decision),
    hasWords(ownerId, text),
  )
}

const isDecided = (decision: BookingDecision | 'none'): SQL =>
  decision === 'none' ? isNull(formData.decision) : eq(formData.decision, decision)

/** Selects answers that are for some days; the owner is named because the index of days begins with it. */
export const isOnDays = (ownerId: string, { from, to, before }: DayRange): SQL | undefined =>
  and(
    eq(formData.ownerId, ownerId),
    from === undefined ? undefined : gte(formData.lastDay, from),
    to === undefined ? undefined : lte(formData.day, to),
    before === undefined ? undefined : lt(formData.lastDay, before),
  )

/** Whether each term of a search is in the answers, or begins a word of the contact's name or number. */
function hasWords(ownerId: string, text: string | undefined): SQL | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const terms = searchTermsOf(text)
  if (terms.length === 0) return sql`false`
  return and(
    ...terms.map((term) => {
      const isAnswered = sql`position(${term}::text in ${formData.searchText}) > 0`
      const words = toSearchQuery(ownerId, term)
      if (words === undefined) return isAnswered
      const isContacts = sql`exists (select 1 from ${chatSessions}
        join ${contacts} on ${contacts.id} = ${chatSessions.contactId}
        where ${chatSessions.id} = ${formData.sessionId} and ${contacts.searchWords} @@ ${words})`
      return or(isAnswered, isContacts)
    }),
  )
}

function hasStatus(status: ResponseFilter['status']): SQL {
  if (status === undefined) return ne(formData.status, 'empty')
  return status === 'complete' ? isComplete : eq(formData.status, status)
}
