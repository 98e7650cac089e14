import type { Form } from '@errand/contract/chats/form'
import { and, count, desc, eq, inArray, max, sql, type SQL } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { hasTerms } from '../database/has-terms.ts'
import { formData, forms } from '../database/schema.ts'

/** A form as the database holds it. */
export type FormRow = typeof forms.$inferSelect

/** The place of a row in a list by time. */
export interface TimePlace {
  at: Date
  id: string
}

interface FormPage {
  ownerId: string
  jobId: string | undefined
  status: Form['status'] | undefined
  text: string | undefined
  after: TimePlace | undefined
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

/** What the chats of a form came to. */
export interface FormCounts {
  sessionCount: number
  completeCount: number
  lastResponseAt: Date | null
}

/** Whether nothing is missing: also what was confirmed or corrected since is complete. */
export const isComplete = sql`${formData.status} in ('complete', 'confirmed', 'corrected')`

/** By the id of the form; a form without chats is not among them. */
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
      // A chat without an answer has a time as well: that of its beginning.
      lastResponseAt: max(
        sql`case when ${formData.status} <> 'empty' then ${formData.updatedAt} end`,
      ).mapWith(formData.updatedAt),
    })
    .from(formData)
    .where(inArray(formData.formId, formIds))
    .groupBy(formData.formId)
  return new Map(rows.map(({ formId, ...counts }) => [formId, counts]))
}
