import { and, asc, desc, eq, getTableColumns, gt, inArray, lte, ne, or, sql } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { earlyMessageChanges, messages } from '../../../platform/database/schema.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { MessageRow, NewMessageRow } from '../rows.ts'
import { toSearchWords, wordsOf } from '../search/search-words.ts'

const { searchWords: _searchWords, ...columns } = getTableColumns(messages)

/** All columns of a message except its search words. */
export const messageColumns = columns

/** The largest number that the column takes: after every message of a chat. */
export const maxSeq = 2_147_483_647

type NewMessage = Omit<NewMessageRow, 'seq' | 'searchWords'>

/** Appends a message to its chat, whose row has to be locked; undefined if its client id is taken. */
export async function appendMessage(
  queries: Queries,
  message: NewMessage,
): Promise<MessageRow | undefined> {
  const [row] = await queries
    .insert(messages)
    .values({
      ...message,
      seq: sql`(select coalesce(max(${messages.seq}), 0) + 1 from ${messages} where ${messages.sessionId} = ${message.sessionId})`,
      searchWords: toSearchWords(message.ownerId, wordsOf(message.text)),
    })
    .onConflictDoNothing({ target: [messages.ownerId, messages.clientId] })
    .returning(columns)
  return row
}

/** Returns the message, or throws the problem that there is none. */
export function requireMessage<T>(message: T | undefined): T {
  if (message === undefined) throw new Problem('not_found', { detail: 'There is no such message.' })
  return message
}

export async function findMessage(
  queries: Queries,
  ownerId: string,
  id: string,
): Promise<MessageRow | undefined> {
  const [row] = await queries
    .select(columns)
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.ownerId, ownerId)))
  return row
}

/** Finds a message by the id of the provider or of the client. */
export async function findMessageBy(
  queries: Queries,
  name: { ownerId: string; providerId: string } | { ownerId: string; clientId: string },
): Promise<MessageRow | undefined> {
  const isIt =
    'providerId' in name
      ? eq(messages.providerId, name.providerId)
      : eq(messages.clientId, name.clientId)
  const [row] = await queries
    .select(columns)
    .from(messages)
    .where(and(eq(messages.ownerId, name.ownerId), isIt))
  return row
}

/** Locks the row until the transaction ends. */
export async function lockMessage(queries: Queries, id: string): Promise<MessageRow | undefined> {
  const [row] = await queries
    .select(columns)
    .from(messages)
    .where(eq(messages.id, id))
    .for('no key update')
  return row
}

export function findMessages(
  queries: Queries,
  ownerId: string,
  ids: string[],
): Promise<MessageRow[]> {
  return queries
    .select(columns)
    .from(messages)
    .where(and(inArray(messages.id, ids), eq(messages.ownerId, ownerId)))
    .orderBy(asc(messages.seq))
}

export async function updateMessage(
  queries: Queries,
  id: string,
  changes: Partial<Omit<NewMessageRow, 'text' | 'searchWords'>>,
): Promise<MessageRow> {
  const [row] = await queries
    .update(messages)
    .set(changes)
    .where(eq(messages.id, id))
    .returning(columns)
  if (row === undefined) throw new Error(`No message ${id} to change`)
  return row
}

/** Changes the text of a message, and the search words with it. */
export async function rewriteMessage(
  queries: Queries,
  { id, ownerId }: Pick<MessageRow, 'id' | 'ownerId'>,
  changes: Partial<Omit<NewMessageRow, 'searchWords'>> & { text: string },
): Promise<MessageRow> {
  const searchWords = toSearchWords(ownerId, wordsOf(changes.text))
  const [row] = await queries
    .update(messages)
    .set({ ...changes, searchWords })
    .where(eq(messages.id, id))
    .returning(columns)
  if (row === undefined) throw new Error(`No message ${id} to rewrite`)
  return row
}

export async function deleteMessages(queries: Queries, ids: string[]): Promise<void> {
  await queries.delete(messages).where(inArray(messages.id, ids))
}

/** Whether a message has failed since the contact wrote, or the owner last wrote successfully. */
export async function hasUnsettledFailure(queries: Queries, sessionId: string): Promise<boolean> {
  const isSentByOwner = and(
    eq(messages.author, 'owner'),
    // A message from the owner's phone that cannot be read proves nothing.
    ne(messages.type, 'unsupported'),
    inArray(messages.status, ['sent', 'delivered', 'read']),
  )
  const lastReply = queries
    .select({ seq: sql`coalesce(max(${messages.seq}), 0)` })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), or(eq(messages.direction, 'in'), isSentByOwner)))
  const [row] = await queries
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        eq(messages.status, 'failed'),
        gt(messages.seq, lastReply),
      ),
    )
    .limit(1)
  return row !== undefined
}

interface LastMessageFilter {
  /** At this position or before it. */
  upTo?: number
  /** Only messages of the contact. */
  isInbound?: boolean
  /** Without the event lines of the product itself. */
  excludesEvents?: boolean
}

/** The last message of a chat that matches the filter. */
export async function findLastMessage(
  queries: Queries,
  sessionId: string,
  { upTo, isInbound = false, excludesEvents = false }: LastMessageFilter = {},
): Promise<MessageRow | undefined> {
  const [row] = await queries
    .select(columns)
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        upTo === undefined ? undefined : lte(messages.seq, upTo),
        isInbound ? eq(messages.direction, 'in') : undefined,
        excludesEvents ? sql`${messages.type} <> 'event'` : undefined,
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1)
  return row
}

/** An edit or a deletion that arrived before its message; `text` is null for a deletion. */
interface EarlyChange {
  ownerId: string
  providerId: string
  text: string | null
  at: Date
}

/** Stores the change of a message that has not arrived yet: the latest edit, or the deletion. */
export async function keepEarlyChange(
  queries: Queries,
  { ownerId, providerId, text, at }: EarlyChange,
): Promise<void> {
  const { text: keptText, at: keptAt } = earlyMessageChanges
  await queries
    .insert(earlyMessageChanges)
    .values({ ownerId, providerId, text, at, createdAt: new Date() })
    .onConflictDoUpdate({
      target: [earlyMessageChanges.ownerId, earlyMessageChanges.providerId],
      set: { text, at },
      setWhere: sql`${keptText} is not null
        and (excluded.text is null or ${keptAt} <= excluded.at)`,
    })
}

interface ProviderMessage {
  providerId: string
  type: MessageRow['type']
  text: string
  media?: NonNullable<MessageRow['media']>
}

/** Applies a change that arrived before the message itself. */
export async function withEarlyChange<T extends ProviderMessage>(
  queries: Queries,
  ownerId: string,
  message: T,
): Promise<T & { editedAt?: Date; deletedAt?: Date }> {
  const [change] = await queries
    .delete(earlyMessageChanges)
    .where(
      and(
        eq(earlyMessageChanges.ownerId, ownerId),
        eq(earlyMessageChanges.providerId, message.providerId),
      ),
    )
    .returning()
  if (change === undefined) return message
  const { text, at } = change
  if (text !== null) return { ...message, ...(isEditable(message) && { text, editedAt: at }) }
  const { media: _gone, ...rest } = message
  return { ...(rest as T), text: '', deletedAt: at }
}

/** Whether the text of a message can be edited. */
export const isEditable = ({ type }: Pick<MessageRow, 'type'>): boolean =>
  type !== 'reaction' && type !== 'unsupported' && type !== 'event'

/** As long as a webhook that cannot be applied. */
const earlyChangeRetentionMs = 7 * 24 * 60 * 60 * 1000

/** Deletes the changes of messages that never arrived. */
export async function sweepEarlyChanges(queries: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - earlyChangeRetentionMs)
  await queries.delete(earlyMessageChanges).where(lte(earlyMessageChanges.createdAt, before))
}
