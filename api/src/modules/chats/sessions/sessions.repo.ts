import type { Channel } from '@errand/contract/chats/session'
import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { chatSessions, messages } from '../../../platform/database/schema.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { readPreferences } from '../../account/settings-view.ts'
import { startFormData } from '../../answers/form-data.service.ts'
import { chooseJob } from '../../jobs/job-versions.ts'
import { previewOf } from '../messages/message-view.ts'
import type { ContactRow, MessageRow, SessionRow } from '../rows.ts'
import {
  initialState,
  stateColumns,
  nextState,
  returnAtOf,
  type SessionState,
} from '../state/session-state.ts'

export type SessionChanges = Partial<Omit<typeof chatSessions.$inferInsert, 'seq' | 'updatedAt'>>

const currentFirst = [
  sql`(${chatSessions.status} = 'active') desc`,
  desc(chatSessions.createdAt),
  desc(chatSessions.id),
]

export const isOwnSession = (ownerId: string, id: string) =>
  and(eq(chatSessions.id, id), eq(chatSessions.ownerId, ownerId))

export async function findSession(
  queries: Queries,
  ownerId: string,
  id: string,
): Promise<SessionRow | undefined> {
  const [row] = await queries.select().from(chatSessions).where(isOwnSession(ownerId, id))
  return row
}

/** Returns the chat, or throws the problem that there is none. */
export function requireChat<T>(chat: T | undefined): T {
  if (chat === undefined) throw new Problem('not_found', { detail: 'There is no such chat.' })
  return chat
}

/** Locks the row until the transaction ends, so that decisions about it stay valid. */
export async function lockSession(
  queries: Queries,
  ownerId: string,
  id: string,
): Promise<SessionRow | undefined> {
  const [row] = await queries
    .select()
    .from(chatSessions)
    .where(isOwnSession(ownerId, id))
    .for('no key update')
  return row
}

/** Locks several chats, always in the same order, so that two transactions cannot deadlock. */
export function lockSessions(queries: Queries, ids: string[]): Promise<SessionRow[]> {
  return queries
    .select()
    .from(chatSessions)
    .where(inArray(chatSessions.id, ids))
    .orderBy(asc(chatSessions.id))
    .for('no key update')
}

/** Locks, for a contact whose row is locked, the current chat on each channel. */
export async function lockCurrentSessions(
  queries: Queries,
  contactId: string,
): Promise<SessionRow[]> {
  const rows = await queries
    .selectDistinctOn([chatSessions.channel], { id: chatSessions.id })
    .from(chatSessions)
    .where(eq(chatSessions.contactId, contactId))
    .orderBy(chatSessions.channel, ...currentFirst)
  return lockSessions(
    queries,
    rows.map(({ id }) => id),
  )
}

/** Locks the current chat with a contact on a channel: the active one, else the latest. */
export async function lockCurrentSession(
  queries: Queries,
  contactId: string,
  channel: Channel,
): Promise<SessionRow | undefined> {
  const [row] = await queries
    .select()
    .from(chatSessions)
    .where(and(eq(chatSessions.contactId, contactId), eq(chatSessions.channel, channel)))
    .orderBy(...currentFirst)
    .limit(1)
    .for('no key update')
  return row
}

/** Locks all chats with these contacts. */
export function lockSessionsOf(queries: Queries, contactIds: string[]): Promise<SessionRow[]> {
  return queries
    .select()
    .from(chatSessions)
    .where(inArray(chatSessions.contactId, contactIds))
    .orderBy(asc(chatSessions.id))
    .for('no key update')
}

async function insertSession(
  queries: Queries,
  row: typeof chatSessions.$inferInsert,
): Promise<SessionRow> {
  const [inserted] = await queries.insert(chatSessions).values(row).returning()
  if (inserted === undefined) throw new Error(`The chat ${row.id} was not stored`)
  return inserted
}

interface SessionUpdate {
  changes: SessionChanges
  /** How many events the change is published with. */
  events: number
}

/** Changes a chat, and reserves sequence numbers for its events; sent when it is awaited. */
export const updateSession = (queries: Queries, id: string, { changes, events }: SessionUpdate) =>
  queries
    .update(chatSessions)
    .set({
      ...attentionColumns(changes),
      ...changes,
      ...addHandoffReason(changes),
      updatedAt: new Date(),
      seq: sql`${chatSessions.seq} + ${events}`,
    })
    .where(eq(chatSessions.id, id))
    .returning()

/** When each attention began and what it is about; news brings back what the owner has put aside. */
function attentionColumns({ attention }: SessionChanges) {
  if (attention === undefined) return {}
  if (attention.length === 0) return { attentionAbout: {} }
  const { id, attentionAbout, attentionDoneAt } = chatSessions
  const now = new Date().toISOString()
  const about = (at: SQL, message: SQL) =>
    sql`(select jsonb_strip_nulls(jsonb_build_object('since', ${at}, 'messageId', max(m.id)))
      from (${message}) as m)`
  const newest = (condition: SQL) =>
    sql`select found.id, found.status_at from ${messages} as found
      where found.session_id = ${id} and ${condition} order by found.seq desc limit 1`
  const failed = about(
    sql`coalesce(max(m.status_at ->> 'failed'), ${now})`,
    newest(sql`found.status = 'failed'`),
  )
  const other = about(sql`${now}::text`, newest(sql`found.direction = 'in'`))
  const next = sql`(select jsonb_object_agg(word, case word when 'failed_message' then ${failed}
    else coalesce(${attentionAbout} -> word, ${other}) end)
    from unnest(${sql.param(attention, chatSessions.attention)}::text[]) as word)`
  return {
    attentionAbout: sql`${next}`,
    attentionDoneAt: sql`case when ${attentionAbout} @> ${next} then ${attentionDoneAt} end`,
  }
}

/** Keeps every reason for which the owner had the chat, for the figures of the job. */
function addHandoffReason({ handlerReason }: SessionChanges) {
  if (handlerReason === undefined || handlerReason === null) return {}
  const { handoffReasons } = chatSessions
  const reason = sql`${handlerReason}::text`
  return {
    handoffReasons: sql`case when ${reason} = any(${handoffReasons}) then ${handoffReasons}
      else array_append(${handoffReasons}, ${reason}) end`,
  }
}

/** The 24-hour window: for this long after the contact wrote, free text may be sent. */
const windowMs = 24 * 60 * 60 * 1000

/** Whether free text may be sent. */
export const isWindowOpen = (
  { windowExpiresAt }: Pick<SessionRow, 'windowExpiresAt'>,
  now: Date = new Date(),
): boolean => windowExpiresAt !== null && windowExpiresAt > now

/** The columns that a new message counts up, including changes that are not stored yet. */
type MessageCounts = Pick<SessionChanges, 'messageCount' | 'lastActivityAt'>

/** The changes of a chat by a new message, whoever wrote it. */
export function afterMessage(session: MessageCounts, message: MessageRow): SessionChanges {
  return {
    ...lastMessageColumns(message),
    messageCount: (session.messageCount ?? 0) + 1,
    lastActivityAt: latest(session.lastActivityAt ?? message.createdAt, message.createdAt),
  }
}

/** The columns that show the last message in the list of chats; an import has its time as text. */
export function lastMessageColumns<Time>(message: LastMessage<Time> | undefined) {
  return {
    lastMessageId: message?.id ?? null,
    lastMessagePreview: message === undefined ? '' : previewOf(message),
    lastMessageAuthor: message?.author ?? null,
    lastMessageAt: message?.createdAt ?? null,
    lastMessageStatus: message?.status ?? null,
  }
}

type LastMessage<Time> = Parameters<typeof previewOf>[0] &
  Pick<MessageRow, 'id' | 'author' | 'status'> & { createdAt: Time }

/** Only messages of the contact open the 24-hour window; one that arrives late does not shorten it. */
export function openWindow(session: Pick<SessionRow, 'lastInboundAt'>, at: Date) {
  const lastInboundAt = latest(session.lastInboundAt ?? at, at)
  return { lastInboundAt, windowExpiresAt: new Date(lastInboundAt.getTime() + windowMs) }
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other
}

interface SessionStart {
  contact: ContactRow
  channel: Channel
  /** The contact's first text, which chooses the job. */
  text: string
  at: Date
}

/** Starts a chat with the job that the first message asks for, in its live version. */
export async function startSession(
  queries: Queries,
  { contact, channel, text, at }: SessionStart,
): Promise<SessionRow> {
  const { ownerId } = contact
  const version = await chooseJob(queries, ownerId, text)
  const session = await insertSession(queries, {
    ...newSessionColumns({ contact, channel, at }),
    ...initialState({ at, hasJob: version !== undefined }),
    jobId: version?.jobId,
    jobVersion: version?.number,
    formId: version?.formId,
  })
  if (version !== undefined) await startFormData(queries, session, version)
  return session
}

/** Inserts a closed chat, for messages of a contact who is blocked or opted out. */
export function insertEndedSession(
  queries: Queries,
  { state, ...chat }: Omit<SessionStart, 'text'> & { state: SessionState },
): Promise<SessionRow> {
  return insertSession(queries, { ...newSessionColumns(chat), ...state })
}

function newSessionColumns({ contact, channel, at }: Omit<SessionStart, 'text'>) {
  const now = new Date()
  return {
    id: newId('session'),
    ownerId: contact.ownerId,
    contactId: contact.id,
    channel,
    createdAt: now,
    updatedAt: now,
    lastActivityAt: at,
  }
}

/** The chat after a reply of the owner, who drives it from now on unless the reply leaves it to the assistant. */
export async function afterOwnerReply(
  queries: Queries,
  session: SessionRow,
  { handler, at }: { handler: 'owner' | 'assistant'; at: Date },
): Promise<SessionState> {
  const { assistant } = await readPreferences(queries, session.ownerId)
  const staysWithAssistant = !assistant.pauseOnOwnerReply && session.handler === 'assistant'
  const state = nextState(session, {
    type: 'owner_reply',
    at,
    to: staysWithAssistant ? 'assistant' : handler,
    returnAt: returnAtOf(session, { minutes: assistant.returnToAssistantAfterMinutes, at }),
    hasJob: session.jobId !== null,
  })
  if (typeof state === 'string') throw new Error(`A reply in ${session.id} was ${state}`)
  return stateColumns(state)
}
