import { eq, inArray, sql } from 'drizzle-orm'

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

/** What there is around chats; one question, however many chats there are. */
export async function findSurroundings(
  queries: Queries,
  rows: SessionRow[],
): Promise<Surroundings> {
  const around = emptySurroundings()
  if (rows.length === 0) return around
  const ids = rows.map(({ id }) => id)
  for (const { id, ...found } of await ask(queries, ids)) {
    around.contacts.set(found.contact.id, found.contact)
    around.currencies.set(found.account.ownerId, found.account.currency)
    around.previous.set(id, found.previous)
    if (found.job !== null) around.jobs.set(found.job.id, found.job)
    if (found.formData !== null) around.formData.set(id, found.formData)
  }
  return around
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

function ask(queries: Queries, ids: string[]) {
  const { id, name, phoneNumber, waId, language, optedOutAt, blockedAt } = contacts
  return queries
    .select({
      id: chatSessions.id,
      contact: { id, name, phoneNumber, waId, language, optedOutAt, blockedAt },
      job: { id: jobs.id, name: jobs.name, color: jobs.color },
      formData,
      account: { ownerId: accounts.ownerId, currency: accounts.currency },
      previous: sql<number>`(select count(*)::int from chat_sessions earlier
        where earlier.contact_id = chat_sessions.contact_id
        and (earlier.created_at, earlier.id) < (chat_sessions.created_at, chat_sessions.id))`,
    })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .innerJoin(accounts, eq(accounts.ownerId, chatSessions.ownerId))
    .leftJoin(jobs, eq(jobs.id, chatSessions.jobId))
    .leftJoin(formData, eq(formData.sessionId, chatSessions.id))
    .where(inArray(chatSessions.id, ids))
}
