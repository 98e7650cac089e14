import type { FormData } from '@errand/contract/chats/form-data'
import { eq } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { chatSessions, formData } from '../database/schema.ts'
import { Problem } from '../http/problem.ts'
import type { Collected } from './collected.ts'
import { toFormData, type FormDataRow } from './form-data-view.ts'

/** The answers of a chat; nobody else changes the chat until the transaction ends. */
export async function lockFormData(
  queries: Queries,
  { ownerId, sessionId }: { ownerId: string; sessionId: string },
): Promise<FormDataRow> {
  // The chat first: whatever changes a chat takes it before what belongs to it.
  const [session] = await queries
    .select({ ownerId: chatSessions.ownerId })
    .from(chatSessions)
    .where(eq(chatSessions.id, sessionId))
    .for('no key update')
  if (session?.ownerId !== ownerId) {
    throw new Problem('not_found', { detail: 'There is no such chat.' })
  }
  const [row] = await queries.select().from(formData).where(eq(formData.sessionId, sessionId))
  if (row === undefined) throw new Problem('conflict', { detail: 'This chat collects nothing.' })
  return row
}

/** What a chat has collected now, and whether that is new: then whoever changed it tells of it. */
export interface StoredAnswers {
  formData: FormData
  isChanged: boolean
}

/** Stores what is different. */
export async function storeAnswers(
  queries: Queries,
  row: FormDataRow,
  collected: Collected,
): Promise<StoredAnswers> {
  const { status, values, meta, suggestions } = collected
  const isChanged =
    status !== row.status ||
    values !== row.values ||
    meta !== row.meta ||
    suggestions !== row.suggestions
  if (!isChanged) return { formData: toFormData(row), isChanged }
  const now = new Date()
  const isDone = status !== 'empty' && status !== 'partial'
  const changes = {
    status,
    values,
    meta,
    suggestions,
    version: row.version + 1,
    completedAt: isDone ? (row.completedAt ?? now) : null,
    updatedAt: now,
  }
  await queries.update(formData).set(changes).where(eq(formData.id, row.id))
  return { formData: toFormData({ ...row, ...changes }), isChanged }
}
