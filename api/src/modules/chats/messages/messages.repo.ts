import { and, asc, desc, eq, getTableColumns, gt, inArray, lte, ne, sql } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { earlyMessageChanges, messages } from '../../../platform/database/schema.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { MessageRow, NewMessageRow } from '../rows.ts'
import { toSearchWords, wordsOf } from '../search/search-words.ts'

const { searchWords: _searchWords, ...columns } = getTableColumns(messages)

/** Everything of a message but the words it is found by. */
export const messageColumns = columns

/** The largest number the database's column takes: behind every message of a chat. */
export const maxSeq = 2_147_483_647

type NewMessage = Omit<NewMessageRow, 'seq' | 'searchWords'>

/** Puts a message at the end of its chat, whose row has to be locked; nothing when its client id is taken. */
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

/** A message that was looked for, or the problem that there is none. */
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

/** By what the sender or the provider calls it. */
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

/** Lets a message say something else, by which the search finds it from then on. */
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

/** Whether something failed of which the owner has not shown yet, by writing again, that they know. */
export async function hasUnsettledFailure(queries: Queries, sessionId: string): Promise<boolean> {
  const lastReply = queries
    .select({ seq: sql`coalesce(max(${messages.seq}), 0)` })
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        eq(messages.author, 'owner'),
        // Nobody knows what the owner sent from the phone.
        ne(messages.type, 'unsupported'),
        inArray(messages.status, ['sent', 'delivered', 'read']),
      ),
    )
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
  /** That place or the nearest before it. */
  upTo?: number
  /** The contact's own. */
  isInbound?: boolean
  /** What somebody said: events of the product itself do not count. */
  excludesEvents?: boolean
}

/** The last message of a chat, or the last of such. */
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

/** What became of a message before it came to us; `text` is nothing when it was deleted. */
interface EarlyChange {
  ownerId: string
  providerId: string
  text: string | null
  at: Date
}

/** Keeps what was told of a message that is not there yet: the latest edit, unless it was deleted. */
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

/** A message as it is by now, where we were told of that before we were told of the message. */
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

/** Whether a message has words that can be others. */
export const isEditable = ({ type }: Pick<MessageRow, 'type'>): boolean =>
  type !== 'reaction' && type !== 'unsupported' && type !== 'event'

/** As long as a webhook that cannot be worked in. */
const earlyChangeRetentionMs = 7 * 24 * 60 * 60 * 1000

/** Forgets what was told of messages that never came. */
export async function sweepEarlyChanges(queries: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - earlyChangeRetentionMs)
  await queries.delete(earlyMessageChanges).where(lte(earlyMessageChanges.createdAt, before))
}
