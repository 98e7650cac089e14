import type { Answer } from '@errand/contract/call'
import type { markReadCall } from '@errand/contract/chats/reply'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { prepareQuery } from '../../../platform/database/prepared.ts'
import { messages } from '../../../platform/database/schema.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { readPreferences } from '../../account/settings-view.ts'
import { type ChatChange, commitAllChatChanges } from '../commit-chat-changes.ts'
import { type MessageRow, type SessionRow, withoutNulls } from '../rows.ts'
import { lockSessions } from '../sessions/sessions.repo.ts'
import { findLastMessage, findMessages } from './messages.repo.ts'

type MarkedRead = Answer<typeof markReadCall>

/** Moves the read marks of chats forward or back. */
export async function markRead(
  queries: Queries,
  queue: Queue,
  ownerId: string,
  { messageIds, read }: z.output<(typeof markReadCall)['body']>,
): Promise<MarkedRead> {
  const found = await findMessages(queries, ownerId, messageIds)
  const places = Map.groupBy(found, ({ sessionId }) => sessionId)
  const sessions = await lockSessions(queries, [...places.keys()])
  const marks = await findReadMarks(queries, ownerId, sessions)
  const moved: (ChatChange & { updated: number })[] = []
  for (const session of sessions) {
    const named = places.get(session.id) ?? []
    const before = marks.get(session.lastReadMessageId) ?? 0
    const change = await moveReadMark(queries, session, { before, named, read })
    if (change !== undefined) moved.push(change)
  }
  const { inbox } = await readPreferences(queries, ownerId)
  const receipts = read && inbox.sendReadReceipts ? await findLastReadInbound(queries, moved) : []
  for (const messageId of receipts) await queue.add(queries, 'receipt.send', { messageId })
  const published = await commitAllChatChanges(queries, moved)
  const shown = new Map(published.map((session) => [session.id, session]))
  const known = new Set(found.map(({ id }) => id))
  return {
    success: true,
    updated: moved.reduce((total, { updated }) => total + updated, 0),
    sessions: sessions.map((row) => toCount(row, shown.get(row.id))),
    notFound: messageIds.filter((id) => !known.has(id)),
    providerReceipts: receipts.length > 0 ? 'sent' : 'off',
  }
}

/** The last read message of the contact in each chat; a receipt for it covers those before it. */
async function findLastReadInbound(queries: Queries, moved: ChatChange[]): Promise<string[]> {
  const ids = moved.map(({ session }) => session.id)
  const rows = await queries
    .selectDistinctOn([messages.sessionId], { id: messages.id })
    .from(messages)
    .where(
      and(
        inArray(messages.sessionId, ids),
        eq(messages.direction, 'in'),
        isNotNull(messages.readByOwnerAt),
      ),
    )
    .orderBy(messages.sessionId, desc(messages.seq))
  return rows.map(({ id }) => id)
}

async function moveReadMark(
  queries: Queries,
  session: SessionRow,
  { before, named, read }: { before: number; named: MessageRow[]; read: boolean },
): Promise<(ChatChange & { updated: number }) | undefined> {
  const { id: sessionId, unreadCount } = session
  const places = named.map(({ seq }) => seq)
  // Only messages of the contact can be unread, so the mark stays before the last of them.
  const last = read ? undefined : await findLastMessage(queries, sessionId, { isInbound: true })
  const mark = nextReadMark(before, {
    places: last === undefined ? places : [...places, last.seq],
    read,
  })
  if (mark === before) return undefined
  // Marking as unread makes everything after the mark unread.
  const isAfter = and(eq(messages.sessionId, sessionId), gt(messages.seq, mark))
  const updated = read
    ? await readUpTo(queries, { sessionId, seq: mark, at: new Date() })
    : await setRead(queries, and(isAfter, isNotNull(messages.readByOwnerAt)), null)
  const reached =
    named.find(({ seq }) => seq === mark) ??
    (mark === 0 ? undefined : await findLastMessage(queries, sessionId, { upTo: mark }))
  return {
    session,
    updated,
    changes: {
      unreadCount: unreadCount + (read ? -updated : updated),
      lastReadMessageId: reached?.id ?? null,
    },
    events: [{ type: 'session.read' }],
  }
}

/** The position of each chat's read mark, by message id. */
async function findReadMarks(
  queries: Queries,
  ownerId: string,
  sessions: SessionRow[],
): Promise<Map<string | null, number>> {
  const ids = sessions.flatMap(({ lastReadMessageId }) => lastReadMessageId ?? [])
  const rows = await findMessages(queries, ownerId, ids)
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}

function toCount(
  row: SessionRow,
  shown: MarkedRead['sessions'][number] | undefined,
): MarkedRead['sessions'][number] {
  const { id, unreadCount, lastReadMessageId } = shown ?? row
  return { id, unreadCount, ...withoutNulls({ lastReadMessageId }) }
}

/**
 * The read mark is a position in the chat: messages of the contact up to it are read, those after it
 * are not. Reading only moves it forward; marking as unread moves it back to just before the first
 * of the given messages.
 */
function nextReadMark(mark: number, { places, read }: { places: number[]; read: boolean }): number {
  return read ? Math.max(mark, ...places) : Math.min(mark, ...places.map((place) => place - 1))
}

/** Marks the contact's messages up to a position as read; returns how many were unread. */
export function readUpTo(
  queries: Queries,
  { sessionId, seq, at }: { sessionId: string; seq: number; at: Date },
): Promise<number> {
  const isUnread = and(isNull(messages.readByOwnerAt), lte(messages.seq, seq))
  return setRead(queries, and(eq(messages.sessionId, sessionId), isUnread), at)
}

/** Sets when the selected messages of the contact were read; returns how many there are. */
export async function setRead(
  queries: Queries,
  isWanted: SQL | undefined,
  readByOwnerAt: Date | null,
): Promise<number> {
  const changed = await queries
    .update(messages)
    .set({ readByOwnerAt })
    .where(and(eq(messages.direction, 'in'), isWanted))
    .returning({ id: messages.id })
  return changed.length
}

export async function findFirstUnread(
  queries: Queries,
  sessionId: string,
): Promise<string | undefined> {
  const [row] = await firstUnread(queries).execute({ sessionId })
  return row?.id
}

const firstUnread = prepareQuery((queries) =>
  queries
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sql.placeholder('sessionId')),
        // Written as a literal like in the partial index, which a parameter could not use.
        sql`${messages.direction} = 'in'`,
        isNull(messages.readByOwnerAt),
      ),
    )
    .orderBy(asc(messages.seq))
    .limit(1)
    .prepare('first_unread'),
)
