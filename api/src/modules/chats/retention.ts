import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'

import type { Database, Queries } from '../../platform/database/database.ts'
import {
  chatSessions,
  contacts,
  emails,
  files,
  messages,
  users,
} from '../../platform/database/schema.ts'
import { deleteFiles } from '../../platform/files/files.service.ts'
import { monthsBefore } from '../../platform/period/days.ts'
import { recordActivity } from '../account/activity/activity.repo.ts'
import { toPreferences } from '../account/settings-view.ts'
import { toSearchWords } from './search/search-words.ts'

/** How many chats are deleted in one transaction. */
const batchSize = 200

/**
 * Deletes chats that ended longer ago than the owner's retention time, with their messages and mails,
 * and contacts without a chat. Open chats are kept whole, however old they are.
 */
export async function deleteOldChats(database: Database, now: Date): Promise<number> {
  const owners = await database.queries
    .select({ id: users.id, preferences: users.preferences })
    .from(users)
  let total = 0
  for (const { id, preferences } of owners) {
    const { inbox, business } = toPreferences(preferences)
    const before = monthsBefore(now, inbox.retentionMonths, business.timeZone)
    total += await deleteBatches(database, id, before)
    await database.queries
      .delete(emails)
      .where(and(eq(emails.ownerId, id), lte(emails.createdAt, before)))
  }
  return total
}

/** Each batch has its own transaction, so that locks are short. */
async function deleteBatches(database: Database, ownerId: string, before: Date): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await database.transaction((queries) => deleteBatch(queries, ownerId, before))
    total += deleted
    if (deleted < batchSize) return total
  }
}

async function deleteBatch(queries: Queries, ownerId: string, before: Date): Promise<number> {
  const rows = await queries
    .select({ id: chatSessions.id, contactId: chatSessions.contactId })
    .from(chatSessions)
    .where(
      and(
        eq(chatSessions.ownerId, ownerId),
        lte(chatSessions.lastActivityAt, before),
        ne(chatSessions.status, 'active'),
      ),
    )
    .orderBy(asc(chatSessions.lastActivityAt))
    .limit(batchSize)
    // A chat that is locked is being written in, so it is not old any more.
    .for('update', { skipLocked: true })
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const media = queries
    .select({ id: sql<string>`${messages.media} ->> 'id'` })
    .from(messages)
    .where(and(inArray(messages.sessionId, ids), isNotNull(messages.media)))
  const fileCount = await deleteFiles(
    queries,
    and(eq(files.ownerId, ownerId), inArray(files.id, media)),
  )
  await queries.delete(chatSessions).where(inArray(chatSessions.id, ids))
  const people = [...new Set(rows.map(({ contactId }) => contactId))]
  const contactCount = await forgetContacts(queries, ownerId, people)
  const deleted = [
    ['chats_deleted', ids.length],
    ['files_deleted', fileCount],
    ['contacts_deleted', contactCount],
  ] as const
  for (const [kind, count] of deleted)
    if (count > 0) await recordActivity(queries, { ownerId, kind, detail: { count } })
  return ids.length
}

/**
 * Deletes contacts without a chat. Of those who opted out or are blocked the ids are kept, so that
 * they are recognised when they write again. Returns how many were deleted.
 */
async function forgetContacts(queries: Queries, ownerId: string, ids: string[]): Promise<number> {
  // A contact whose row is locked is writing right now, and is about to have a chat.
  const free = await queries
    .select({ id: contacts.id })
    .from(contacts)
    .where(inArray(contacts.id, ids))
    .for('update', { skipLocked: true })
  const hasNoChat = sql`not exists (select 1 from ${chatSessions}
    where ${chatSessions.contactId} = ${contacts.id})`
  const isSilent = and(
    inArray(
      contacts.id,
      free.map(({ id }) => id),
    ),
    hasNoChat,
  )
  const isMarked = or(isNotNull(contacts.optedOutAt), isNotNull(contacts.blockedAt))
  await queries
    .update(contacts)
    .set({ name: '', language: null, searchWords: toSearchWords(ownerId, []) })
    .where(and(isSilent, isMarked))
  const deleted = await queries
    .delete(contacts)
    .where(and(isSilent, isNull(contacts.optedOutAt), isNull(contacts.blockedAt)))
    .returning({ id: contacts.id })
  return deleted.length
}
