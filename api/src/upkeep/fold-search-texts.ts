import { searchTextOf } from '@errand/contract/search-text'
import { desc, eq, isNull, sql } from 'drizzle-orm'

import { upsertContact } from '../chats/contacts/upsert-contact.ts'
import { publishChats } from '../chats/publish-chat.ts'
import { searchWordsText, wordsOf } from '../chats/search/search-words.ts'
import type { Database, Queries } from '../database/database.ts'
import { contacts, forms, jobs, messages } from '../database/schema.ts'
import { derived } from '../jobs/job-row.ts'

/** As many rows as one transaction changes. */
const batchSize = 500

/**
 * Makes what a search looks at for rows of an earlier release, whose migration took it away: only
 * this code knows how. Contacts that turn out to be one person become one with it.
 */
export async function foldSearchTexts(database: Database): Promise<void> {
  for (const foldBatch of [foldMessages, foldJobs, foldForms, foldContact]) {
    let isMore = true
    while (isMore) isMore = await database.transaction(foldBatch)
  }
}

async function foldMessages(queries: Queries): Promise<boolean> {
  const rows = await queries
    .select({ id: messages.id, ownerId: messages.ownerId, text: messages.text })
    .from(messages)
    .where(isNull(messages.searchWords))
    .limit(batchSize)
    .for('no key update', { skipLocked: true })
  const ids = sql.param(rows.map(({ id }) => id))
  const words = sql.param(rows.map(({ ownerId, text }) => searchWordsText(ownerId, wordsOf(text))))
  await queries
    .update(messages)
    .set({ searchWords: sql`found.words::tsvector` })
    .from(sql`unnest(${ids}::text[], ${words}::text[]) as found (id, words)`)
    .where(sql`${messages.id} = found.id`)
  return rows.length > 0
}

async function foldJobs(queries: Queries): Promise<boolean> {
  const rows = await queries
    .select({ id: jobs.id, name: jobs.name, description: jobs.description })
    .from(jobs)
    .where(isNull(jobs.searchText))
    .limit(batchSize)
    .for('no key update', { skipLocked: true })
  for (const { id, ...texts } of rows) {
    await queries.update(jobs).set(derived(texts)).where(eq(jobs.id, id))
  }
  return rows.length > 0
}

async function foldForms(queries: Queries): Promise<boolean> {
  const rows = await queries
    .select({ id: forms.id, name: forms.name })
    .from(forms)
    .where(isNull(forms.searchText))
    .limit(batchSize)
    .for('no key update', { skipLocked: true })
  for (const { id, name } of rows) {
    await queries
      .update(forms)
      .set({ searchText: searchTextOf(name) })
      .where(eq(forms.id, id))
  }
  return rows.length > 0
}

/** One by one: it may be joined with another one, whose chats are published. */
async function foldContact(queries: Queries): Promise<boolean> {
  const [row] = await queries
    .select()
    .from(contacts)
    .where(isNull(contacts.searchWords))
    // Of two that become one the later one has the id that WhatsApp uses now.
    .orderBy(desc(contacts.id))
    .limit(1)
  if (row === undefined) return false
  const { moved } = await upsertContact(queries, row.ownerId, row)
  await publishChats(queries, moved)
  return true
}
