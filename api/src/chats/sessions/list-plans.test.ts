import { and, eq, lt, sql, type SQL } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { addMany } from '../../../test/add-many.ts'
import { receive } from '../../../test/chat-api.ts'
import { ownerIdOf } from '../../../test/owner-id.ts'
import { type Person, useTestApi } from '../../../test/test-api.ts'
import { chatSessions, contacts, messages } from '../../database/schema.ts'
import { messagesBefore } from '../messages/list-messages.ts'
import { toSearchQuery } from '../search/search-words.ts'
import {
  beginningOf,
  matchesFilter,
  piecesFrom,
  type SessionFilter,
  type SessionSort,
  sessionsPage,
} from './list-sessions.ts'

const api = useTestApi()
const chats = 10_000
const threadLength = 50_000

let owner: Person
let ownerId: string
let thread: string

/** One account with many chats and one very long one, beside another that is as large. */
beforeAll(async () => {
  owner = await api.newOwner()
  ownerId = await ownerIdOf(api, owner)
  thread = (await receive(owner, { text: 'seed' })).session.id
  await addChats(ownerId)
  await addChats(await ownerIdOf(api, await api.newOwner()))
  await addMessages()
  for (const table of [contacts, chatSessions, messages])
    await api.database.queries.execute(sql`analyze ${table}`)
})

async function addChats(of: string): Promise<void> {
  const tag = of.slice(-8).toLowerCase()
  const id = (kind: string) => sql`${kind} || '_' || ${of.slice(-18)} || lpad(n::text, 8, '0')`
  await addMany(
    api.database,
    sql`
    insert into contacts (id, owner_id, name, phone_number, wa_id, search_words, created_at)
    select ${id('con')}, ${of}, 'Name' || n % 300, '+91' || n, '91' || n,
      array_to_tsvector(array[${tag} || 'name' || n % 300, ${tag} || n::text]), now()
    from generate_series(1, ${chats}::int) n`,
  )
  await addMany(
    api.database,
    sql`
    insert into chat_sessions (id, owner_id, contact_id, channel, status, handler, handler_since,
      last_activity_at, window_expires_at, unread_count, created_at, updated_at)
    select ${id('ses')}, ${of}, ${id('con')}, 'simulator', 'active', 'none', now(),
      now() - n * interval '1 min', now() + (n - 5000) * interval '1 s', n % 5, now(),
      now() - n * interval '1 min'
    from generate_series(1, ${chats}::int) n`,
  )
}

async function addMessages(): Promise<void> {
  const tag = ownerId.slice(-8).toLowerCase()
  await addMany(
    api.database,
    sql`
    insert into messages (id, owner_id, session_id, direction, author, seq, type, text, status,
      status_at, read_by_owner_at, created_at, search_words)
    select 'msg_' || lpad(n::text, 26, '0'), ${ownerId}, ${thread}, 'in', 'contact', n, 'text',
      'word' || n, 'received', '{}', case when n < ${threadLength}::int then now() end,
      now(), array_to_tsvector(array[${tag} || 'word' || n::text, ${tag} || 'the', ${tag} || 'often' || n % 300])
    from generate_series(2, ${threadLength}::int) n`,
  )
}

/** The plan of a question, as one text. */
async function planOf(question: SQL | { getSQL: () => SQL }): Promise<string> {
  return JSON.stringify(await api.database.queries.execute(sql`explain ${question}`))
}

function pages(sort: SessionSort, filter: SessionFilter = {}) {
  const now = new Date()
  const matches = matchesFilter({ ownerId, now, timeZone: 'Asia/Kolkata' }, filter)
  return piecesFrom(beginningOf(sort, now)).map(({ where, orderBy }) =>
    sessionsPage(api.database.queries, and(matches, where), { orderBy, limit: 51 }),
  )
}

test.each(['-lastActivityAt', 'window', 'unread'] as const)(
  'a page by %s is read from an index, in its order',
  async (sort) => {
    for (const page of pages(sort)) {
      const plan = await planOf(page)
      expect(plan).toContain('Index')
      expect(plan).not.toContain('Seq Scan')
      // A few rows may be put in order, those of the account may not.
      expect(plan).not.toMatch(/"Sort Key: chat_sessions\.(last_activity_at|window|unread)/)
    }
  },
)

test.each([
  ['names and numbers', { q: 'name42 42' }],
  ['messages', { q: 'word4999' }],
  ['a status', { status: ['active' as const] }],
  ['attention', { attention: ['unread' as const, 'handoff' as const] }],
])('a page narrowed by %s reads no table from end to end', async (_, filter) => {
  for (const page of pages('-lastActivityAt', filter)) {
    expect(await planOf(page)).not.toContain('Seq Scan')
  }
})

test('a page of a very long chat, and a search in it, are read from indexes', async () => {
  const inThread = eq(messages.sessionId, thread)
  const page = messagesBefore(api.database.queries, and(inThread, lt(messages.seq, 25_000)), 51)
  const plan = await planOf(page)
  expect(plan).toContain('messages_seq')
  expect(plan).not.toContain('Seq Scan')
  expect(plan).not.toContain('Sort Key')

  const words = toSearchQuery(ownerId, 'word4999')
  const found = and(inThread, sql`${messages.searchWords} @@ ${words}`)
  const search = await planOf(messagesBefore(api.database.queries, found, 51))
  expect(search).not.toContain('Seq Scan')
})
