import type { listMessagesQuerySchema, MessageList } from '@errand/contract/chats/session'
import { and, asc, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { Queries } from '../../database/database.ts'
import { messages } from '../../database/schema.ts'
import { Problem } from '../../http/problem.ts'
import { noSuchChat } from '../reply/lock-chat.ts'
import { listApproved, toTemplate } from '../reply/templates.repo.ts'
import type { MessageRow } from '../rows.ts'
import { toSearchQuery } from '../search/search-words.ts'
import { toSessions } from '../session-view.ts'
import { findSession } from '../sessions/sessions.repo.ts'
import { toMessages } from './message-view.ts'
import { largestSeq, messageColumns } from './messages.repo.ts'
import { findFirstUnread } from './read-marks.repo.ts'

type Query = z.output<typeof listMessagesQuerySchema>

/** A chat with a page of its messages: the newest ones, or those around a place. */
export async function listMessages(
  queries: Queries,
  { ownerId, sessionId }: { ownerId: string; sessionId: string },
  query: Query,
): Promise<MessageList> {
  const row = await findSession(queries, ownerId, sessionId)
  if (row === undefined) throw noSuchChat()
  const isOpen = row.windowExpiresAt !== null && row.windowExpiresAt > new Date()
  const needsTemplates = !isOpen || query.include === 'templates'
  const [[session], page, firstUnreadId, templates] = await Promise.all([
    toSessions(queries, [row]),
    readItems(queries, { ownerId, sessionId }, query),
    findFirstUnread(queries, sessionId),
    needsTemplates ? listApproved(queries, ownerId) : undefined,
  ])
  if (session === undefined) throw noSuchChat()
  return {
    ...page,
    session,
    firstUnreadId: firstUnreadId ?? null,
    ...(templates !== undefined && { templates: templates.map(toTemplate) }),
  }
}

async function readItems(
  queries: Queries,
  { ownerId, sessionId }: { ownerId: string; sessionId: string },
  query: Query,
): Promise<Pick<MessageList, 'items' | 'hasMoreBefore' | 'hasMoreAfter'>> {
  const matches = and(eq(messages.sessionId, sessionId), contains(ownerId, query.q))
  const position = await readPosition(queries, sessionId, query)
  const { rows, ...more } = await readPage(queries, matches, position)
  return { items: await toMessages(queries, rows), ...more }
}

function contains(ownerId: string, q: string | undefined): SQL | undefined {
  if (q === undefined || q.trim() === '') return undefined
  const words = toSearchQuery(ownerId, q)
  return words === undefined ? sql`false` : sql`${messages.searchWords} @@ ${words}`
}

/** A place in the chat, and how much of what lies on either side of it is wanted. */
interface Position {
  seq: number
  before: number
  /** The message at the place itself is the first of these. */
  from: number
}

async function readPosition(
  queries: Queries,
  sessionId: string,
  { before, after, around, limit }: Query,
): Promise<Position> {
  const named = Object.entries({ before, after, around }).filter(([, id]) => id !== undefined)
  const [place, second] = named
  if (place === undefined) return { seq: largestSeq, before: limit, from: 0 }
  const [name, id] = place
  if (second !== undefined) throw refused(second[0], 'duplicate', `Not together with ${name}.`)
  const message = await findIn(queries, sessionId, id ?? '')
  if (message === undefined) {
    throw refused(name, 'not_found', 'There is no such message in this chat.')
  }
  const { seq } = message
  if (name === 'before') return { seq, before: limit, from: 0 }
  if (name === 'after') return { seq: seq + 1, before: 0, from: limit }
  const earlier = Math.floor(limit / 2)
  return { seq, before: earlier, from: limit - earlier }
}

async function findIn(
  queries: Queries,
  sessionId: string,
  id: string,
): Promise<{ seq: number } | undefined> {
  const [row] = await queries
    .select({ seq: messages.seq })
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.sessionId, sessionId)))
  return row
}

function refused(name: string, code: string, detail: string): Problem {
  return new Problem('validation_failed', { errors: [{ pointer: `#/${name}`, code, detail }] })
}

interface Page {
  rows: MessageRow[]
  hasMoreBefore: boolean
  hasMoreAfter: boolean
}

/** Oldest first; one more than wanted on each side, to know whether there is more. */
async function readPage(
  queries: Queries,
  matches: SQL | undefined,
  { seq, before, from }: Position,
): Promise<Page> {
  const earlier = await messagesBefore(queries, and(matches, lt(messages.seq, seq)), before + 1)
  // Behind the end there is nothing to ask for.
  const later =
    seq === largestSeq
      ? []
      : await messagesFrom(queries, and(matches, gte(messages.seq, seq)), from + 1)
  return {
    rows: [...earlier.slice(0, before).toReversed(), ...later.slice(0, from)],
    hasMoreBefore: earlier.length > before,
    hasMoreAfter: later.length > from,
  }
}

/** The question for what comes before a place, newest first. */
export function messagesBefore(queries: Queries, where: SQL | undefined, limit: number) {
  return queries
    .select(messageColumns)
    .from(messages)
    .where(where)
    .orderBy(desc(messages.seq))
    .limit(limit)
}

/** The question for what comes from a place on, oldest first. */
function messagesFrom(queries: Queries, where: SQL | undefined, limit: number) {
  return queries
    .select(messageColumns)
    .from(messages)
    .where(where)
    .orderBy(asc(messages.seq))
    .limit(limit)
}
