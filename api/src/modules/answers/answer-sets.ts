import { isComplete } from '@errand/contract/chats/form-data'
import { and, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { formData } from '../../platform/database/schema.ts'
import type { CollectedAnswers, FormDataRow } from './collected.ts'
import { isNotCancelled } from './complete.ts'
import { toFormData } from './form-data-view.ts'
import { derivedColumns, type StoredAnswers } from './form-data.service.ts'

/** Starts another set of answers in a chat, which is its latest from now on. */
export async function startNextFormData(
  queries: Queries,
  row: FormDataRow,
  { status, values, meta, suggestions, asked }: CollectedAnswers,
): Promise<StoredAnswers> {
  const now = new Date()
  await queries
    .update(formData)
    .set({ isLatest: false, ...(row.proposed !== null && withoutProposal) })
    .where(eq(formData.id, row.id))
  const { ownerId, sessionId, formId, formVersion, fields } = row
  const [next] = await queries
    .insert(formData)
    .values({
      id: newId('response'),
      ownerId,
      sessionId,
      formId,
      formVersion,
      fields,
      status,
      values,
      meta,
      suggestions,
      asked: [...asked],
      ...derivedColumns(fields, values),
      // Of the sets of a chat no two versions that a contact is shown are the same.
      version: row.version + 2,
      completedAt: isComplete(status) ? now : null,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (next === undefined) throw new Error(`What ${sessionId} collects was not stored`)
  return { formData: toFormData(next), isChanged: true, needsFollowUp: false, isLatest: true }
}

/** Drops the latest set of answers of a chat, on which nothing was agreed; the one before is the latest again. */
export async function dropLatestFormData(
  queries: Queries,
  row: FormDataRow,
  before: FormDataRow,
): Promise<FormDataRow> {
  await queries.delete(formData).where(eq(formData.id, row.id))
  const version = Math.max(row.version, before.version) + 1
  const changes = { isLatest: true, version }
  await queries.update(formData).set(changes).where(eq(formData.id, before.id))
  return { ...before, ...changes }
}

/** Whether a booking that contact and business agreed to is still to come, in any time zone. */
export async function hasBookingAhead(
  queries: Queries,
  sessionId: string,
  at: Date,
): Promise<boolean> {
  const yesterday = new Date(at.getTime() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const [booking] = await queries
    .select({ id: formData.id })
    .from(formData)
    .where(
      and(
        eq(formData.sessionId, sessionId),
        or(isNotNull(formData.agreedAt), eq(formData.decision, 'confirmed')),
        isNotCancelled,
        gt(formData.lastDay, yesterday),
      ),
    )
    .limit(1)
  return booking !== undefined
}

/** Notes that the contact has asked to cancel bookings of a locked chat. */
export const markCancelAsked = (
  queries: Queries,
  sessionId: string,
  ids: readonly string[],
): Promise<unknown> =>
  queries
    .update(formData)
    .set({ cancelAskedAt: new Date(), version: nextVersion })
    .where(and(eq(formData.sessionId, sessionId), inArray(formData.id, [...ids])))

/** The contact of a locked chat comes after all. */
export const clearCancelAsked = (queries: Queries, sessionId: string): Promise<unknown> =>
  queries
    .update(formData)
    .set({ cancelAskedAt: null, version: nextVersion })
    .where(and(eq(formData.sessionId, sessionId), isNotNull(formData.cancelAskedAt)))

const nextVersion = sql`${formData.version} + 1`
const withoutProposal = { proposed: null, version: nextVersion }

/** Drops the changes that a contact has proposed in a locked chat. */
export async function dropProposals(queries: Queries, sessionId: string): Promise<void> {
  await queries
    .update(formData)
    .set(withoutProposal)
    .where(and(eq(formData.sessionId, sessionId), isNotNull(formData.proposed)))
}
