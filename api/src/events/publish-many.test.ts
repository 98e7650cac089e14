import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { insertChat, insertMessage } from '../../test/chat-rows.ts'
import { ownerIdOf } from '../../test/owner-id.ts'
import { useTestApi, type Person } from '../../test/test-api.ts'
import { newId } from '../database/new-id.ts'
import { chatSessions, events, jobs } from '../database/schema.ts'
import { publishEvents } from './publish-event.ts'

const api = useTestApi()
const chats = 230

/** Counts how often somebody is told, and the transactions in which he is. */
beforeAll(async () => {
  const { queries } = api.database
  await queries.execute(sql`create table told (xid text)`)
  await queries.execute(sql`create function note_told() returns trigger language plpgsql as $$
    begin insert into told values (pg_current_xact_id()::text); return null; end $$`)
  await queries.execute(sql`create trigger told after insert on events
    for each statement execute function note_told()`)
})

async function countTold(): Promise<{ statements: number; transactions: number }> {
  const [row] = await api.database.queries
    .select({
      statements: sql<number>`count(*)::int`,
      transactions: sql<number>`count(distinct xid)::int`,
    })
    .from(sql`told`)
  await api.database.queries.execute(sql`truncate told`)
  return row ?? { statements: 0, transactions: 0 }
}

async function expectInOrder(ownerId: string): Promise<void> {
  const all = await api.database.queries
    .select({ seq: events.seq, sessionSeq: events.sessionSeq })
    .from(events)
    .where(eq(events.ownerId, ownerId))
    .orderBy(asc(events.seq))
  expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1))
}

async function manyChats(owner: Person, more: object = {}): Promise<string[]> {
  const ownerId = await ownerIdOf(api, owner)
  const messageIds: string[] = []
  for (let count = 0; count < chats; count += 1) {
    const chat = await insertChat(api.database.queries, { ownerId, unreadCount: 1, ...more })
    const id = newId('message')
    await insertMessage(api.database.queries, chat, { id, seq: 1 })
    messageIds.push(id)
  }
  return messageIds
}

test('who reads many chats at once is told of all of them at once', async () => {
  const owner = await api.newOwner()
  const messageIds = await manyChats(owner)
  await countTold()

  const { body } = await owner.call('PUT', '/api/chats/messages/mark-read', {
    body: { messageIds },
  })

  expect(body.updated).toBe(chats)
  expect(body.sessions.map((one: { unreadCount: number }) => one.unreadCount)).toEqual(
    messageIds.map(() => 0),
  )
  expect(await countTold()).toEqual({ statements: 1, transactions: 1 })
  await expectInOrder(await ownerIdOf(api, owner))
})

test('the chats of a job that is deleted with them close in batches', async () => {
  const owner = await api.newOwner()
  const ownerId = await ownerIdOf(api, owner)
  const { body } = await owner.call('POST', '/api/jobs', { body: { name: 'Salon' } })
  const { id } = body.job
  await manyChats(owner, { jobId: id })
  await countTold()

  const wrong = { 'if-match': '"7"' }
  const refused = await owner.call('DELETE', `/api/jobs/${id}?closeOpen=true`, { headers: wrong })
  expect(refused.status).toBe(412)
  expect(await countTold()).toEqual({ statements: 0, transactions: 0 })
  const deleted = await owner.call('DELETE', `/api/jobs/${id}?closeOpen=true`)

  expect(deleted.status).toBe(200)
  const [job] = await api.database.queries.select().from(jobs).where(eq(jobs.id, id))
  expect(job?.status).toBe('archived')
  const closed = eq(chatSessions.status, 'closed')
  expect(await api.database.queries.$count(chatSessions, closed)).toBe(chats)
  // Three of chats, and the one of the job.
  expect(await countTold()).toEqual({ statements: 4, transactions: 4 })
  await expectInOrder(ownerId)
})

test('what several owners are told at once is numbered for each of them', async () => {
  const ids = await Promise.all(
    [await api.newOwner(), await api.newOwner()].map((owner) => ownerIdOf(api, owner)),
  )
  const news = Array.from({ length: 1200 }, (_, index) => ({
    ownerId: ids[index % 2] ?? '',
    type: 'job.updated' as const,
    data: { index },
  }))

  await api.database.transaction((queries) => publishEvents(queries, news))

  for (const [rest, ownerId] of ids.entries()) {
    await expectInOrder(ownerId)
    const all = await api.database.queries
      .select({ data: events.data })
      .from(events)
      .where(eq(events.ownerId, ownerId))
      .orderBy(asc(events.seq))
    expect(all.map(({ data }) => data['index'])).toEqual(
      Array.from({ length: 600 }, (_, index) => index * 2 + rest),
    )
  }
})
