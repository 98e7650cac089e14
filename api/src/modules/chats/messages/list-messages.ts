import type { listMessagesCall, MessageList } from '@errand/contract/chats/session'
import { and, asc, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { prepareQuery } from '../../../platform/database/prepared.ts'
import { messages } from '../../../platform/database/schema.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { MessageRow } from '../rows.ts'
import { toSearchQuery } from '../search/search-words.ts'
import { findChat, toSession } from '../session-view.ts'
import { isWindowOpen, requireChat } from '../sessions/sessions.repo.ts'
import { listApproved, toTemplate } from '../templates.repo.ts'
import { findFirstUnread } from './mark-read.ts'
import { toMessages } from './message-view.ts'
import { maxSeq, messageColumns } from './messages.repo.ts'

type Query = z.output<(typeof listMessagesCall)['query']>

interface ChatId {
  ownerId: string
  sessionId: string
}

/** A chat with a page of its messages: the newest ones, or those around a given message. */
export async function listMessages(
  queries: Queries,
  { ownerId, sessionId }: ChatId,
  query: Query,
): Promise<MessageList> {
  // Read before its messages, so that every message that the chat counts is among them.
  const chat = requireChat(await findChat(queries, { ownerId, sessionId }))
  const wantsTemplates = !isWindowOpen(chat.session) || query.include === 'templates'
  const [page, firstUnreadId, templates] = await Promise.all([
    readItems(queries, { ownerId, sessionId, chat }, query),
    findFirstUnread(queries, sessionId),
    wantsTemplates ? listApproved(queries, ownerId) : null,
  ])
  return {
    ...page,
    session: toSession(chat, new Date()),
    firstUnreadId: firstUnreadId ?? null,
    ...(templates !== null && { templates: templates.map(toTemplate) }),
  }
}

type Chat = NonNullable<Awaited<ReturnType<typeof findChat>>>

async function readItems(
  queries: Queries,
  { ownerId, sessionId, chat: { session } }: ChatId & { chat: Chat },
  query: Query,
): Promise<Pick<MessageList, 'items' | 'hasMoreBefore' | 'hasMoreAfter'>> {
  const position = await readPosition(queries, sessionId, query)
  const isNewest = position.seq === maxSeq && isEmpty(query.q)
  const { rows, ...more } = isNewest
    ? await readNewest(queries, sessionId, position)
    : await readPage(queries, matchesText({ ownerId, sessionId }, query.q), position)
  const remarks = session.remarkCount === 0 ? 'none' : 'all'
  return { items: await toMessages(queries, rows, { remarks }), ...more }
}

const isEmpty = (q: string | undefined): boolean => q === undefined || q.trim() === ''

function matchesText({ ownerId, sessionId }: ChatId, q: string | undefined): SQL | undefined {
  const isOfChat = eq(messages.sessionId, sessionId)
  if (q === undefined || isEmpty(q)) return isOfChat
  const words = toSearchQuery(ownerId, q)
  return and(isOfChat, words === undefined ? sql`false` : sql`${messages.searchWords} @@ ${words}`)
}

/** A position in the chat, and how many messages on either side of it are wanted. */
interface Position {
  seq: number
  before: number
  /** How many from the position on, including the message there. */
  from: number
}

async function readPosition(queries: Queries, sessionId: string, query: Query): Promise<Position> {
  const { limit } = query
  const [place, second] = namedCursors(query)
  if (place === undefined) return { seq: maxSeq, before: limit, from: 0 }
  const [name, id] = place
  if (second !== undefined)
    throw invalidCursor(second[0], 'duplicate', `Not together with ${name}.`)
  const message = await findSeq(queries, sessionId, id ?? '')
  if (message === undefined) {
    throw invalidCursor(name, 'not_found', 'There is no such message in this chat.')
  }
  const { seq } = message
  if (name === 'before') return { seq, before: limit, from: 0 }
  if (name === 'after') return { seq: seq + 1, before: 0, from: limit }
  const earlier = Math.floor(limit / 2)
  return { seq, before: earlier, from: limit - earlier }
}

function namedCursors({ before, after, around }: Query): [string, string | undefined][] {
  return Object.entries({ before, after, around }).filter(([, id]) => id !== undefined)
}

async function findSeq(
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

function invalidCursor(name: string, code: string, detail: string): Problem {
  return new Problem('validation_failed', { errors: [{ pointer: `#/${name}`, code, detail }] })
}

interface Page {
  rows: MessageRow[]
  hasMoreBefore: boolean
  hasMoreAfter: boolean
}

/** The newest messages of a chat, which is what most requests ask for. */
async function readNewest(
  queries: Queries,
  sessionId: string,
  { before }: Position,
): Promise<Page> {
  const newest = await newestMessages(queries).execute({ sessionId, limit: before + 1 })
  return {
    rows: newest.slice(0, before).toReversed(),
    hasMoreBefore: newest.length > before,
    hasMoreAfter: false,
  }
}

const newestMessages = prepareQuery((queries) =>
  queries
    .select(messageColumns)
    .from(messages)
    .where(eq(messages.sessionId, sql.placeholder('sessionId')))
    .orderBy(desc(messages.seq))
    .limit(sql.placeholder('limit'))
    .prepare('messages_newest'),
)

/** Oldest first; one more than wanted on each side, to know whether there is more. */
async function readPage(
  queries: Queries,
  matches: SQL | undefined,
  { seq, before, from }: Position,
): Promise<Page> {
  const earlier = await queries
    .select(messageColumns)
    .from(messages)
    .where(and(matches, lt(messages.seq, seq)))
    .orderBy(desc(messages.seq))
    .limit(before + 1)
  // There is nothing after the end.
  const later =
    seq === maxSeq
      ? []
      : await queries
          .select(messageColumns)
          .from(messages)
          .where(and(matches, gte(messages.seq, seq)))
          .orderBy(asc(messages.seq))
          .limit(from + 1)
  return {
    rows: [...earlier.slice(0, before).toReversed(), ...later.slice(0, from)],
    hasMoreBefore: earlier.length > before,
    hasMoreAfter: later.length > from,
  }
}
