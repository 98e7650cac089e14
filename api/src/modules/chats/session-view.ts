import type { Attention, ChatSession, Contact } from '@errand/contract/chats/session'
import { and, eq, sql, type SQLWrapper } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { prepareQuery } from '../../platform/database/prepared.ts'
import {
  accounts,
  chatSessions,
  contacts,
  formData as collectedTable,
  jobs,
} from '../../platform/database/schema.ts'
import { dialledNumber } from '../../platform/phones/number-forms.ts'
import type { FormDataRow } from '../answers/collected.ts'
import { toFormData, toProgress } from '../answers/form-data-view.ts'
import { listFormData } from '../answers/form-data.service.ts'
import { toMinor } from '../billing/money.ts'
import { type ContactRow, type MessageRow, type SessionRow, withoutNulls } from './rows.ts'
import { attentionColumnsOf, type StoredReason, toNeed } from './sessions/needs.ts'
import { isWindowOpen, requireChat, updateSession } from './sessions/sessions.repo.ts'

/** One chat as the contract shows it. */
export async function showSession(queries: Queries, { id }: SessionRow): Promise<ChatSession> {
  const chat = requireChat((await findChatDetails(queries, [{ id }])).get(id))
  return toSession(chat, new Date())
}

/** The same for a list, without the answers, because those of one chat can be larger than the page. */
export async function toListedSessions(
  queries: Queries,
  rows: SessionRow[],
  now: Date,
): Promise<ChatSession[]> {
  const details = await findListedDetails(queries, rows)
  return rows.flatMap((session) => {
    const chat = details.get(session.id)
    return chat === undefined ? [] : [toListedSession({ ...chat, session }, now)]
  })
}

/** One chat with its answers. */
export function toSession(
  { formData, earlier, ...chat }: ChatDetails<FormDataRow> & { earlier: FormDataRow[] },
  now: Date,
): ChatSession {
  return {
    ...toListedSession({ ...chat, formData }, now),
    formData: formData === null ? null : toFormData(formData),
    ...(earlier.length > 0 && { earlierFormData: earlier.map(toFormData) }),
  }
}

function toListedSession(
  { session: row, formData, attention, ...chat }: ChatDetails<ListedAnswers>,
  now: Date,
): ChatSession {
  const { contact, job, currency, previous } = chat
  return {
    id: row.id,
    contact: toContact(contact, previous),
    job,
    jobVersion: row.jobVersion,
    channel: row.channel,
    status: row.status,
    handler: row.handler,
    handlerSince: row.handlerSince.toISOString(),
    returnAt: row.returnAt?.toISOString() ?? null,
    run: row.run,
    attention,
    window: {
      open: isWindowOpen(row, now),
      expiresAt: row.windowExpiresAt?.toISOString() ?? null,
      lastInboundAt: row.lastInboundAt?.toISOString() ?? null,
    },
    unreadCount: row.unreadCount,
    lastMessage: toLastMessage(row),
    messageCount: row.messageCount,
    formId: row.formId,
    formData: null,
    progress: toProgress(formData),
    cost: {
      messages: row.billedMessages,
      amountMinor: toMinor(row.costMicros, currency),
      currency,
    },
    savedForLater: row.savedForLater,
    remarkCount: row.remarkCount,
    createdAt: row.createdAt.toISOString(),
    lastActivityAt: row.lastActivityAt.toISOString(),
    seq: row.seq,
    ...withoutNulls({
      needs: toNeed({ session: row, ...chat }),
      endedByContact: row.closeReason === 'contact' || null,
      closeReason: row.closeReason === 'contact' ? null : row.closeReason,
      handlerReason: row.handlerReason,
      lastReadMessageId: row.lastReadMessageId,
      savedAt: row.savedAt?.toISOString(),
      savedNote: row.savedNote,
      remindAt: row.remindAt?.toISOString(),
      summary: row.summary && toSummary(row.summary),
      closedAt: row.closedAt?.toISOString(),
    }),
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

/** A contact as the contract shows it. */
export function toContact(contact: ListedContact, previousSessions: number): Contact {
  return {
    id: contact.id,
    name: contact.name,
    phoneNumber: dialledNumber(contact.phoneNumber),
    waId: contact.phoneNumber?.slice(1) ?? '',
    ...(contact.username !== '' && { username: contact.username }),
    blocked: contact.blockedAt !== null,
    previousSessions,
    ...withoutNulls({ language: contact.language, optedOutAt: contact.optedOutAt?.toISOString() }),
  }
}

const toSummary = ({ text, at, byModel }: NonNullable<SessionRow['summary']>) => ({
  text,
  at,
  byModel,
})

/** Changes a chat, whose row is locked, and returns it as the contract shows it; one statement. */
export async function updateAndReadSession(
  queries: Queries,
  id: string,
  update: Parameters<typeof updateSession>[2],
): Promise<ChatSession> {
  const changed = queries.$with('changed').as(updateSession(queries, id, update))
  const [chat] = await queries
    .with(changed)
    .select({
      session: changed._.selectedFields,
      ...detailColumnsOf(changed),
      formData: collectedTable,
      sets: setsOf(changed),
    })
    .from(changed)
    .innerJoin(contacts, eq(contacts.id, changed.contactId))
    .innerJoin(accounts, eq(accounts.ownerId, changed.ownerId))
    .leftJoin(jobs, eq(jobs.id, changed.jobId))
    .leftJoin(collectedTable, isLatestOf(changed))
  if (chat === undefined) throw new Error(`The chat ${id} is gone`)
  return toSession(await withEarlier(queries, chat), new Date())
}

/** A chat with the details that it shows from other tables. */
interface ChatDetails<Answers> {
  session: SessionRow
  contact: ListedContact
  job: Pick<typeof jobs.$inferSelect, 'id' | 'name' | 'color'> | null
  currency: string
  /** How many chats there were with the contact before this one. */
  previous: number
  attention: Attention[]
  /** Why it needs the owner now, but for bookings. */
  needs: StoredReason[]
  /** The first booking that waits for the owner's decision. */
  booking: Parameters<typeof toNeed>[0]['booking']
  /** Why the last message failed. */
  failure: MessageRow['error']
  formData: Answers | null
}
export type ListedContact = Omit<
  ContactRow,
  'ownerId' | 'userId' | 'searchWords' | 'marketingOptedOutAt' | 'createdAt'
>

/** The part of the answers that a list shows. */
type ListedAnswers = Pick<FormDataRow, 'fields' | 'values'>

type DetailSource = Record<'contactId' | 'createdAt', SQLWrapper> &
  Parameters<typeof attentionColumnsOf>[0]

const detailColumnsOf = (chat: DetailSource) => ({
  ...attentionColumnsOf(chat),
  contact: {
    id: contacts.id,
    name: contacts.name,
    phoneNumber: contacts.phoneNumber,
    username: contacts.username,
    language: contacts.language,
    optedOutAt: contacts.optedOutAt,
    blockedAt: contacts.blockedAt,
  },
  job: { id: jobs.id, name: jobs.name, color: jobs.color },
  currency: accounts.currency,
  previous: sql<number>`(select count(*)::int from ${chatSessions} earlier
    where earlier.contact_id = ${chat.contactId}
    and (earlier.created_at, earlier.id) < (${chat.createdAt}, ${chat.id}))`,
})

const isLatestOf = ({ id }: { id: SQLWrapper }) =>
  and(eq(collectedTable.sessionId, id), collectedTable.isLatest)

/** How many sets of answers a chat has. */
const setsOf = ({ id }: { id: SQLWrapper }) =>
  sql<number>`(select count(*)::int from ${collectedTable} where ${collectedTable.sessionId} = ${id})`

/** Adds the sets of answers before the latest, the latest first, which few chats have. */
async function withEarlier<Chat extends { session: { id: string }; sets: number }>(
  queries: Queries,
  chat: Chat,
): Promise<Chat & { earlier: FormDataRow[] }> {
  const all = chat.sets > 1 ? await listFormData(queries, chat.session.id) : []
  return { ...chat, earlier: all.filter(({ isLatest }) => !isLatest).toReversed() }
}

/** The details of chats by id, in one query for any number of chats. */
export async function findChatDetails(queries: Queries, rows: Pick<SessionRow, 'id'>[]) {
  if (rows.length === 0) return new Map<string, never>()
  const found = await wholeChats(queries).execute({ ids: rows.map(({ id }) => id) })
  const whole = []
  for (const chat of found) whole.push(await withEarlier(queries, chat))
  return new Map(whole.map((chat) => [chat.session.id, chat]))
}

/**
 * All ids in one parameter, so that one prepared query serves any number; read by a subquery, which hides
 * how many they are: PostgreSQL would otherwise make a plan for that number at each call.
 */
const isAmongIds = sql`${chatSessions.id} = any((select ${sql.placeholder('ids')}::text[])::text[])`

const wholeChats = prepareQuery((queries) =>
  queries
    .select({
      session: chatSessions,
      ...detailColumnsOf(chatSessions),
      formData: collectedTable,
      sets: setsOf(chatSessions),
    })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .innerJoin(accounts, eq(accounts.ownerId, chatSessions.ownerId))
    .leftJoin(jobs, eq(jobs.id, chatSessions.jobId))
    .leftJoin(collectedTable, isLatestOf(chatSessions))
    .where(isAmongIds)
    .prepare('chats_whole'),
)

/** One chat of an owner, with its details and answers. */
export async function findChat(
  queries: Queries,
  { ownerId, sessionId: id }: { ownerId: string; sessionId: string },
) {
  const chat = (await findChatDetails(queries, [{ id }])).get(id)
  return chat?.session.ownerId === ownerId ? chat : undefined
}

/** The details that a list shows, by chat id. */
async function findListedDetails(queries: Queries, rows: SessionRow[]) {
  if (rows.length === 0) return new Map<string, never>()
  const found = await listedChats(queries).execute({ ids: rows.map(({ id }) => id) })
  return new Map(found.map((chat) => [chat.id, chat]))
}

const listedChats = prepareQuery((queries) =>
  queries
    .select({
      id: chatSessions.id,
      ...detailColumnsOf(chatSessions),
      formData: {
        fields: collectedTable.fields,
        values: collectedTable.values,
      },
    })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .innerJoin(accounts, eq(accounts.ownerId, chatSessions.ownerId))
    .leftJoin(jobs, eq(jobs.id, chatSessions.jobId))
    .leftJoin(collectedTable, isLatestOf(chatSessions))
    .where(isAmongIds)
    .prepare('chats_listed'),
)
