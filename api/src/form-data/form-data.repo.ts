import { eq, sql } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { chatSessions, formData } from '../database/schema.ts'
import { publishEvent } from '../events/publish-event.ts'
import { Problem } from '../http/problem.ts'
import type { Collected } from './collected.ts'

/** What a chat has collected, as the database holds it. */
export type FormDataRow = typeof formData.$inferSelect

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
    .for('update')
  if (session?.ownerId !== ownerId) {
    throw new Problem('not_found', { detail: 'There is no such chat.' })
  }
  const [row] = await queries.select().from(formData).where(eq(formData.sessionId, sessionId))
  if (row === undefined) throw new Problem('conflict', { detail: 'This chat collects nothing.' })
  return row
}

/** Stores and tells; nothing is stored, and nobody told, when nothing is different. */
export async function storeAnswers(
  queries: Queries,
  row: FormDataRow,
  collected: Collected,
): Promise<FormDataRow> {
  const { status, values, meta, suggestions } = collected
  const isSame =
    status === row.status &&
    values === row.values &&
    meta === row.meta &&
    suggestions === row.suggestions
  if (isSame) return row
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
  const [session] = await queries
    .update(chatSessions)
    .set({ seq: sql`${chatSessions.seq} + 1`, updatedAt: now })
    .where(eq(chatSessions.id, row.sessionId))
    .returning({ id: chatSessions.id, seq: chatSessions.seq })
  if (session === undefined) throw new Error(`No chat ${row.sessionId} to tell of`)
  await publishEvent(queries, {
    ownerId: row.ownerId,
    type: 'form_data.updated',
    session,
    data: { status, version: changes.version },
  })
  return { ...row, ...changes }
}
