import type { MessageAuthor } from '@errand/contract/chats/message'
import {
  type Attention,
  type ChatSession,
  type Contact,
  type SessionStatus,
  windowClosingMs,
} from '@errand/contract/chats/session'
import { and, eq, sql } from 'drizzle-orm'

import { toMinor } from '../billing/money.ts'
import type { Queries } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import {
  accounts,
  chatSessions,
  contacts,
  formData as collectedTable,
  jobs,
} from '../database/schema.ts'
import type { StoredAttention } from '../database/tables/chats.ts'
import { type FormDataRow, toFormData, toProgress } from '../form-data/collected.ts'
import type { ContactRow, SessionRow } from './rows.ts'

/** Chats as the contract shows them, in the order of the rows, but for those that were deleted meanwhile;
 * the number of questions does not grow with the number of rows. */
export async function toSessions(queries: Queries, rows: SessionRow[]): Promise<ChatSession[]> {
  const now = new Date()
  const around = await findSurroundings(queries, rows)
  return rows.flatMap((session) => {
    const chat = around.get(session.id)
    return chat === undefined ? [] : [toSession({ ...chat, session }, now)]
  })
}

/** The same for a list, which leaves out what was collected: one chat's answers can be larger than the page. */
export async function toListedSessions(
  queries: Queries,
  rows: SessionRow[],
  now: Date,
): Promise<ChatSession[]> {
  const around = await findListed(queries, rows)
  return rows.flatMap((session) => {
    const chat = around.get(session.id)
    return chat === undefined ? [] : [toListedSession({ ...chat, session }, now)]
  })
}

/** One chat with all that it has collected. */
export function toSession(
  { formData, ...chat }: SurroundedChat & { formData: FormDataRow | null },
  now: Date,
): ChatSession {
  return {
    ...toListedSession({ ...chat, formData }, now),
    formData: formData === null ? null : toFormData(formData),
  }
}

function toListedSession(
  { session, formData, ...around }: SurroundedChat & { formData: Collected | null },
  now: Date,
): ChatSession {
  return {
    ...toCore(session, now),
    contact: toContact(around.contact, around.previous),
    job: toJob(around),
    progress: toProgress(formData),
    formData: null,
    cost: toCost(session, around),
    ...toOptional(session),
  }
}

function toCost(row: SessionRow, { currency }: Surroundings): ChatSession['cost'] {
  return {
    messages: row.billedMessages,
    amountMinor: toMinor(row.costMicros, currency),
    currency,
  }
}

/** The members that need nothing but the row. */
function toCore(row: SessionRow, now: Date) {
  return {
    id: row.id,
    jobVersion: row.jobVersion,
    channel: row.channel,
    status: row.status,
    handler: row.handler,
    handlerSince: row.handlerSince.toISOString(),
    returnAt: row.returnAt?.toISOString() ?? null,
    run: row.run,
    attention: attentionOf(row, now),
    window: {
      open: row.windowExpiresAt !== null && row.windowExpiresAt > now,
      expiresAt: row.windowExpiresAt?.toISOString() ?? null,
      lastInboundAt: row.lastInboundAt?.toISOString() ?? null,
    },
    unreadCount: row.unreadCount,
    lastMessage: toLastMessage(row),
    messageCount: row.messageCount,
    formId: row.formId,
    savedForLater: row.savedForLater,
    remarkCount: row.remarkCount,
    createdAt: row.createdAt.toISOString(),
    lastActivityAt: row.lastActivityAt.toISOString(),
    seq: row.seq,
  }
}

function toOptional(row: SessionRow) {
  return {
    ...(row.closeReason === 'contact'
      ? { endedByContact: true }
      : row.closeReason !== null && { closeReason: row.closeReason }),
    ...(row.handlerReason !== null && { handlerReason: row.handlerReason }),
    ...(row.lastReadMessageId !== null && { lastReadMessageId: row.lastReadMessageId }),
    ...(row.savedAt !== null && { savedAt: row.savedAt.toISOString() }),
    ...(row.savedNote !== null && { savedNote: row.savedNote }),
    ...(row.remindAt !== null && { remindAt: row.remindAt.toISOString() }),
    ...(row.summary !== null && { summary: toSummary(row.summary) }),
    ...(row.closedAt !== null && { closedAt: row.closedAt.toISOString() }),
  }
}

function toLastMessage(row: SessionRow): ChatSession['lastMessage'] {
  const { lastMessageId, lastMessageAuthor, lastMessageAt, lastMessageStatus } = row
  if (lastMessageId === null || lastMessageAuthor === null) return null
  if (lastMessageAt === null || lastMessageStatus === null) return null
  return {
    id: lastMessageId,
    preview: row.lastMessagePreview,
    author: lastMessageAuthor,
    at: lastMessageAt.toISOString(),
    status: lastMessageStatus,
  }
}

function toJob({ job }: Surroundings): ChatSession['job'] {
  return job === null ? null : { id: job.id, name: job.name, color: job.color }
}

/** A contact as the contract shows it. */
export function toContact(contact: ContactListed, previousSessions: number): Contact {
  return {
    id: contact.id,
    name: contact.name,
    phoneNumber: contact.phoneNumber,
    waId: contact.waId,
    ...(contact.language !== null && { language: contact.language }),
    ...(contact.optedOutAt !== null && { optedOutAt: contact.optedOutAt.toISOString() }),
    blocked: contact.blockedAt !== null,
    previousSessions,
  }
}

const toSummary = ({ text, at, byModel }: NonNullable<SessionRow['summary']>) => ({
  text,
  at,
  byModel,
})

interface Signs {
  status: SessionStatus
  /** What is remembered. */
  attention: readonly StoredAttention[]
  unreadCount: number
  lastMessageAuthor: MessageAuthor | null
  windowExpiresAt: Date | null
}

/** What asks for the owner's eyes at that moment. */
export function attentionOf(signs: Signs, now: Date): Attention[] {
  return [
    ...(signs.unreadCount > 0 ? (['unread'] as const) : []),
    ...signs.attention,
    ...(isWindowClosing(signs, now) ? (['window_closing'] as const) : []),
  ]
}

/** Less than two hours are left, and the contact had the last word. */
function isWindowClosing(signs: Signs, now: Date): boolean {
  const { status, lastMessageAuthor, windowExpiresAt } = signs
  if (status !== 'active' || lastMessageAuthor !== 'contact' || windowExpiresAt === null)
    return false
  const leftMs = windowExpiresAt.getTime() - now.getTime()
  return leftMs > 0 && leftMs <= windowClosingMs
}

/** What a chat shows of other tables. */
interface Surroundings {
  contact: ContactListed
  job: Pick<typeof jobs.$inferSelect, 'id' | 'name' | 'color'> | null
  currency: string
  /** How many chats there were with the contact before this one. */
  previous: number
}
export type ContactListed = Omit<
  ContactRow,
  'ownerId' | 'searchWords' | 'marketingOptedOutAt' | 'createdAt'
>

/** What progress is told from: far less than everything that was collected. */
type Collected = Pick<FormDataRow, 'fields' | 'values'>

const surroundings = {
  contact: {
    id: contacts.id,
    name: contacts.name,
    phoneNumber: contacts.phoneNumber,
    waId: contacts.waId,
    language: contacts.language,
    optedOutAt: contacts.optedOutAt,
    blockedAt: contacts.blockedAt,
  },
  job: { id: jobs.id, name: jobs.name, color: jobs.color },
  currency: accounts.currency,
  previous: sql<number>`(select count(*)::int from chat_sessions earlier
    where earlier.contact_id = chat_sessions.contact_id
    and (earlier.created_at, earlier.id) < (chat_sessions.created_at, chat_sessions.id))`,
}

/** A chat with what is around it. */
type SurroundedChat = { session: SessionRow } & Surroundings

/** Chats with what is around them, and with everything that was collected. */
function selectWhole(queries: Queries) {
  return queries
    .select({ session: chatSessions, ...surroundings, formData: collectedTable })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .innerJoin(accounts, eq(accounts.ownerId, chatSessions.ownerId))
    .leftJoin(jobs, eq(jobs.id, chatSessions.jobId))
    .leftJoin(collectedTable, eq(collectedTable.sessionId, chatSessions.id))
}

/** What there is around chats, by their id; one question, however many chats there are. */
export async function findSurroundings(queries: Queries, rows: SessionRow[]) {
  if (rows.length === 0) return new Map<string, never>()
  const found = await wholeChats(queries).execute({ ids: rows.map(({ id }) => id) })
  return new Map(found.map((chat) => [chat.session.id, chat]))
}

/** Ids in one parameter: however many there are, it is the same question. */
const isNamed = sql`${chatSessions.id} = any(${sql.placeholder('ids')}::text[])`

const wholeChats = prepared((queries) => selectWhole(queries).where(isNamed).prepare('chats_whole'))

/** One chat of an owner's. */
export async function findWhole(
  queries: Queries,
  { ownerId, sessionId }: { ownerId: string; sessionId: string },
) {
  const [chat] = await wholeChat(queries).execute({ ownerId, sessionId })
  return chat
}

const wholeChat = prepared((queries) => {
  const isIt = eq(chatSessions.id, sql.placeholder('sessionId'))
  const isOwn = eq(chatSessions.ownerId, sql.placeholder('ownerId'))
  return selectWhole(queries).where(and(isIt, isOwn)).prepare('chat_whole')
})

/** What a list shows of other tables, by the id of the chat. */
async function findListed(queries: Queries, rows: SessionRow[]) {
  if (rows.length === 0) return new Map<string, never>()
  const found = await listedChats(queries).execute({ ids: rows.map(({ id }) => id) })
  return new Map(found.map((chat) => [chat.id, chat]))
}

const listedChats = prepared((queries) =>
  queries
    .select({
      id: chatSessions.id,
      ...surroundings,
      formData: { fields: collectedTable.fields, values: collectedTable.values },
    })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .innerJoin(accounts, eq(accounts.ownerId, chatSessions.ownerId))
    .leftJoin(jobs, eq(jobs.id, chatSessions.jobId))
    .leftJoin(collectedTable, eq(collectedTable.sessionId, chatSessions.id))
    .where(isNamed)
    .prepare('chats_listed'),
)
