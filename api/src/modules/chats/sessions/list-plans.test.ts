import { is, Placeholder, type Query, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'

import { addMany } from '../../../../test/add-many.ts'
import { newChat } from '../../../../test/chat-api.ts'
import { type Owner, useTestApi } from '../../../../test/test-api.ts'
import { chatSessions, contacts, messages } from '../../../platform/database/schema.ts'

const api = useTestApi()
const chats = 10_000
const threadLength = 50_000

let owner: Owner
let thread: string

/** One account with many chats and one very long one, beside another that is as large. */
beforeAll(async () => {
  const chat = await newChat(api)
  owner = chat.owner
  thread = chat.session.id
  await addChats(owner.id)
  await addChats((await api.newOwner()).id)
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
    insert into contacts (id, owner_id, name, phone_number, search_words, created_at)
    select ${id('con')}, ${of}, 'Name' || n % 300, '+91' || n,
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
  const tag = owner.id.slice(-8).toLowerCase()
  await addMany(
    api.database,
    sql`
    insert into messages (id, owner_id, session_id, direction, author, seq, type, text, status,
      status_at, read_by_owner_at, created_at, search_words)
    select 'msg_' || lpad(n::text, 26, '0'), ${owner.id}, ${thread}, 'in', 'contact', n, 'text',
      'word' || n, 'received', '{}', case when n < ${threadLength}::int then now() end,
      now(), array_to_tsvector(array[${tag} || 'word' || n::text, ${tag} || 'the', ${tag} || 'often' || n % 300])
    from generate_series(2, ${threadLength}::int) n`,
  )
}

/** The plans of the pages, and of the figures, that an answer is made from. */
async function plansOf(path: string): Promise<string[]> {
  const { queries } = api.database
  const sent = vi.spyOn(queries._.session, 'prepareQuery')
  expect((await owner.call('GET', `/api/chats/${path}`)).status).toBe(200)
  const asked = sent.mock.calls.map(([query]) => query)
  sent.mockRestore()
  const isRead = ({ sql: text, params }: Query) =>
    / limit \$\d+$|grouping sets/.test(text) && !params.some((param) => is(param, Placeholder))
  const plans = []
  expect(asked.some(isRead)).toBe(true)
  for (const { sql: text, params } of asked.filter(isRead)) {
    const parts = text.split(/\$\d+/).map((part) => sql.raw(part))
    const values = params.map((param) => sql`${param}`)
    const query = sql.join(parts.flatMap((part, index) => [part, values[index] ?? sql``]))
    plans.push(JSON.stringify(await queries.execute(sql`explain ${query}`)))
  }
  return plans
}

test.each(['-lastActivityAt', 'window', 'unread'])(
  'a page sorted by %s is read from an index',
  async (sort) => {
    for (const plan of await plansOf(`sessions?sort=${sort}`)) {
      expect(plan).toContain('Index')
      expect(plan).not.toContain('Seq Scan')
      // A few rows may be put in order, those of the account may not.
      expect(plan).not.toMatch(/"Sort Key: chat_sessions\.(last_activity_at|window|unread)/)
    }
  },
)

test.each([
  'sessions?q=name42+42',
  'sessions?q=word4999',
  'sessions?status=active',
  'sessions?attention=unread,handoff',
  'sessions?needsYou=true',
  'stats?from=2021-01-01&to=2021-01-31',
])('%s does not scan a whole table', async (path) => {
  for (const plan of await plansOf(path))
    expect(plan).not.toMatch(/Seq Scan on (chat_sessions|messages|contacts)/)
})

test('a page of a very long chat and a search in it use indexes', async () => {
  const path = `sessions/${thread}/messages`
  for (const place of ['before', 'after']) {
    const [plan] = await plansOf(`${path}?${place}=msg_${'25000'.padStart(26, '0')}`)
    expect(plan).toContain('messages_seq')
    expect(plan).not.toMatch(/Seq Scan|Sort Key/)
  }
  const [search] = await plansOf(`${path}?q=word4999`)
  expect(search).not.toContain('Seq Scan')
})
