import { inArray, sql } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { accounts, chatSessions, contacts, formData, jobs } from '../database/schema.ts'
import type { ContactRow, SessionRow } from './rows.ts'

/** What chats show of other tables, by the id that leads there. */
export interface Surroundings {
  contacts: Map<string, ContactListed>
  jobs: Map<string, Pick<typeof jobs.$inferSelect, 'id' | 'name' | 'color'>>
  formData: Map<string, typeof formData.$inferSelect>
  currencies: Map<string, string>
  /** How many chats there were with the contact before this one. */
  previous: Map<string, number>
}
export type ContactListed = Omit<ContactRow, 'ownerId' | 'searchWords' | 'createdAt'>

/** One question for each table, however many chats there are. */
export async function findSurroundings(
  queries: Queries,
  rows: SessionRow[],
): Promise<Surroundings> {
  if (rows.length === 0) return emptySurroundings()
  const ids = rows.map(({ id }) => id)
  return {
    contacts: keyed(await findContacts(queries, distinct(rows.map((row) => row.contactId))), 'id'),
    jobs: keyed(await findJobs(queries, distinct(rows.map((row) => row.jobId))), 'id'),
    formData: keyed(
      await queries.select().from(formData).where(inArray(formData.sessionId, ids)),
      'sessionId',
    ),
    currencies: await findCurrencies(queries, distinct(rows.map((row) => row.ownerId))),
    previous: await countPrevious(queries, ids),
  }
}

function emptySurroundings(): Surroundings {
  return {
    contacts: new Map(),
    jobs: new Map(),
    formData: new Map(),
    currencies: new Map(),
    previous: new Map(),
  }
}

function findContacts(queries: Queries, ids: string[]): Promise<ContactListed[]> {
  return queries
    .select({
      id: contacts.id,
      name: contacts.name,
      phoneNumber: contacts.phoneNumber,
      waId: contacts.waId,
      language: contacts.language,
      optedOutAt: contacts.optedOutAt,
      blockedAt: contacts.blockedAt,
    })
    .from(contacts)
    .where(inArray(contacts.id, ids))
}

async function findJobs(queries: Queries, ids: string[]) {
  if (ids.length === 0) return []
  return queries
    .select({ id: jobs.id, name: jobs.name, color: jobs.color })
    .from(jobs)
    .where(inArray(jobs.id, ids))
}

async function findCurrencies(queries: Queries, ownerIds: string[]): Promise<Map<string, string>> {
  const rows = await queries
    .select({ ownerId: accounts.ownerId, currency: accounts.currency })
    .from(accounts)
    .where(inArray(accounts.ownerId, ownerIds))
  return new Map(rows.map(({ ownerId, currency }) => [ownerId, currency]))
}

async function countPrevious(queries: Queries, ids: string[]): Promise<Map<string, number>> {
  const rows = await queries
    .select({
      id: chatSessions.id,
      // By their full names: in a question to one table the library leaves out whose they are.
      total: sql<number>`(select count(*)::int from chat_sessions earlier
        where earlier.contact_id = chat_sessions.contact_id
        and (earlier.created_at, earlier.id) < (chat_sessions.created_at, chat_sessions.id))`,
    })
    .from(chatSessions)
    .where(inArray(chatSessions.id, ids))
  return new Map(rows.map(({ id, total }) => [id, total]))
}

function keyed<T, K extends keyof T>(rows: T[], key: K): Map<T[K], T> {
  return new Map(rows.map((row) => [row[key], row]))
}

function distinct(ids: (string | null)[]): string[] {
  return [...new Set(ids)].filter((id) => id !== null)
}
