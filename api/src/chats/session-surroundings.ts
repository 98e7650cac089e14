import { and, eq, sql } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { accounts, chatSessions, contacts, formData, jobs } from '../database/schema.ts'
import type { FormDataRow } from '../form-data/form-data-view.ts'
import type { ContactRow, SessionRow } from './rows.ts'

/** What a chat shows of other tables. */
export interface Surroundings {
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
export type Collected = Pick<FormDataRow, 'fields' | 'values'>

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
export type SurroundedChat = { session: SessionRow } & Surroundings

/** Chats with what is around them, and with everything that was collected. */
function selectWhole(queries: Queries) {
  return queries
    .select({ session: chatSessions, ...surroundings, formData })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .innerJoin(accounts, eq(accounts.ownerId, chatSessions.ownerId))
    .leftJoin(jobs, eq(jobs.id, chatSessions.jobId))
    .leftJoin(formData, eq(formData.sessionId, chatSessions.id))
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
export async function findListed(queries: Queries, rows: SessionRow[]) {
  if (rows.length === 0) return new Map<string, never>()
  const found = await listedChats(queries).execute({ ids: rows.map(({ id }) => id) })
  return new Map(found.map((chat) => [chat.id, chat]))
}

const listedChats = prepared((queries) =>
  queries
    .select({
      id: chatSessions.id,
      ...surroundings,
      formData: { fields: formData.fields, values: formData.values },
    })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .innerJoin(accounts, eq(accounts.ownerId, chatSessions.ownerId))
    .leftJoin(jobs, eq(jobs.id, chatSessions.jobId))
    .leftJoin(formData, eq(formData.sessionId, chatSessions.id))
    .where(isNamed)
    .prepare('chats_listed'),
)
