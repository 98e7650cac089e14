import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'

import { insertChat } from '../../test/chat-rows.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { ownerIdOf } from '../../test/owner-id.ts'
import { useTestApi, type Person } from '../../test/test-api.ts'
import { makeChatsFile } from '../chats/export/make-chats-file.ts'
import { events, exportJobs, files } from '../database/schema.ts'
import { openQueue } from '../queue/boss-queue.ts'
import type { TaskHandlers } from '../queue/queue.ts'
import { sweep } from '../upkeep/sweep.ts'
import { createMakeExport } from './make-export.ts'

const api = useTestApi()
const dayMs = 24 * 60 * 60 * 1000

async function newOwnerWithChat(size: number): Promise<Person> {
  const owner = await api.newOwner()
  const ownerId = await ownerIdOf(api, owner)
  const chat = await insertChat(api.database.queries, { ownerId, messageCount: size })
  await api.database.queries.execute(sql`
    insert into messages (id, owner_id, session_id, direction, author, seq, type, text, status,
      status_at, created_at, search_words)
    select 'msg_' || right(${chat.id}, 18) || lpad(n::text, 8, '0'), ${ownerId}, ${chat.id}, 'in',
      'contact', n, 'text', 'word', 'received', '{}', now(), ''
    from generate_series(1, ${size}::int) n`)
  return owner
}

/** Works until the test ends: a later one must not have its exports made by this one's worker. */
async function workHere(make: TaskHandlers['export.make']): Promise<void> {
  onTestFinished(() => api.queue.rest())
  await api.queue.work({ 'export.make': make })
}

test('a large export is made in the background, once, and can be fetched for seven days', async () => {
  const owner = await newOwnerWithChat(5_001)
  const path = '/api/chats/export?format=csv'

  const started = await owner.call('GET', path)
  expect(started.status).toBe(202)
  const { exportId } = started.body
  // A client that did not hear the answer asks again.
  expect((await owner.call('GET', path)).body.exportId).toBe(exportId)
  expect((await owner.call('GET', `${path}&include=events`)).body.exportId).not.toBe(exportId)
  const read = async () => (await owner.call('GET', `/api/chats/exports/${exportId}`)).body.export
  expect(await read()).toMatchObject({ status: 'queued', progress: 0, fileName: null })
  expectProblem(await owner.call('GET', `/api/chats/exports/${exportId}/file`), 409)

  await workHere(createMakeExport(api, { chats: makeChatsFile }))
  const ready = await vi.waitFor(
    async () => {
      const shown = await read()
      expect(shown.status).toBe('ready')
      return shown
    },
    { interval: 100 },
  )
  expect(ready).toMatchObject({ progress: 1, fileName: expect.stringMatching(/^chats-.*\.csv$/) })
  const file = await owner.call('GET', `/api/chats/exports/${exportId}/file`)
  expect(file.status).toBe(200)
  expect(file.body.split('\r\n')).toHaveLength(5_003)
  expect(file.headers.get('content-length')).toBe(String(ready.bytes))
  expect(file.headers.get('content-disposition')).toContain(ready.fileName)

  const other = await api.newOwner()
  expectProblem(await other.call('GET', `/api/chats/exports/${exportId}`), 404)
  expectProblem(await other.call('GET', `/api/chats/exports/${exportId}/file`), 404)

  await sweep(api.database, new Date(Date.now() + 6.9 * dayMs))
  expect((await owner.call('GET', `/api/chats/exports/${exportId}/file`)).status).toBe(200)
  await sweep(api.database, new Date(Date.now() + 7.1 * dayMs))
  expectProblem(await owner.call('GET', `/api/chats/exports/${exportId}/file`), 404)
})

test('however often it is tried there is one file and one word of it', async () => {
  const owner = await newOwnerWithChat(5_001)
  const { exportId } = (await owner.call('GET', '/api/chats/export?format=json')).body
  const before = await api.database.queries.$count(files)
  const make = createMakeExport(api, { chats: makeChatsFile })
  const broken = createMakeExport(api, {
    chats: async (...given) => ({
      ...(await makeChatsFile(...given)),
      chunks: (async function* () {
        yield new Uint8Array(300_000)
        throw new Error('gone')
      })(),
    }),
  })

  await expect(broken({ exportId })).rejects.toThrow('gone')
  await Promise.all([make({ exportId }), make({ exportId })])
  await make({ exportId })
  await broken({ exportId })

  await sweep(api.database, new Date(Date.now() + 2 * 60 * 60 * 1000))
  expect(await api.database.queries.$count(files)).toBe(before + 1)
  const told = await api.database.queries
    .select({ data: events.data, type: events.type })
    .from(events)
  const mine = told.filter(
    ({ type, data }) =>
      type === 'export.ready' && (data['export'] as { id: string }).id === exportId,
  )
  expect(mine).toHaveLength(1)
})

test('a long export is made by one worker, however long it takes', async () => {
  const owner = await newOwnerWithChat(5_001)
  const going = Promise.withResolvers<void>()
  const begun: string[] = []
  const make = createMakeExport(api, {
    chats: async (database, row, onProgress) => {
      begun.push(row.id)
      await going.promise
      return makeChatsFile(database, row, onProgress)
    },
  })
  const other = await openQueue(api.database, api.logger)
  await workHere(make)
  await other.work({ 'export.make': make })
  const { exportId } = (await owner.call('GET', '/api/chats/export?format=json')).body
  await vi.waitFor(() => expect(begun).toEqual([exportId]), { interval: 50 })

  // As if it had run for most of an hour; its worker has just said that it lives.
  await api.database.queries.execute(sql`update pgboss.job
    set started_on = now() - interval '55 minutes'
    where name = 'export.make' and state = 'active'`)
  await other.boss.supervise('export.make')
  const [task] = await other.boss.findJobs('export.make', { data: { exportId } })
  expect(task).toMatchObject({ state: 'active', retryCount: 0 })

  going.resolve()
  await vi.waitFor(
    async () => {
      const { body } = await owner.call('GET', `/api/chats/exports/${exportId}`)
      expect(body.export.status).toBe('ready')
    },
    { interval: 100 },
  )
  expect(begun).toEqual([exportId])
  await other.stop()
})

test('of the same export only the latest file is kept', async () => {
  const owner = await newOwnerWithChat(5_001)
  const make = createMakeExport(api, { chats: makeChatsFile })
  const ids: string[] = []
  for (const query of ['format=json', 'format=csv', 'format=json']) {
    const { exportId } = (await owner.call('GET', `/api/chats/export?${query}`)).body
    await make({ exportId })
    ids.push(exportId)
  }

  const statuses = []
  for (const id of ids) {
    const { status } = await owner.call('GET', `/api/chats/exports/${id}/file`)
    statuses.push(status)
  }
  expect(statuses).toEqual([404, 200, 200])
})

test('sixty exports an hour are enough', async () => {
  const owner = await api.newOwner()
  const other = await api.newOwner()
  const ask = () => owner.call('POST', '/api/auth/export')

  const answers = await Promise.all(Array.from({ length: 62 }, ask))

  expect(answers.filter(({ status }) => status === 202)).toHaveLength(60)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(2)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await other.call('POST', '/api/auth/export')).status).toBe(202)
})

test('what nobody could make in an hour has failed', async () => {
  const owner = await newOwnerWithChat(5_001)
  const { exportId } = (await owner.call('GET', '/api/chats/export?format=json')).body
  await api.database.queries.update(exportJobs).set({ status: 'running' })

  await sweep(api.database, new Date(Date.now() + 61 * 60 * 1000))

  const { body } = await owner.call('GET', `/api/chats/exports/${exportId}`)
  expect(body.export).toMatchObject({ status: 'failed', fileName: null })
  const ownerId = await ownerIdOf(api, owner)
  const told = await api.database.queries
    .select({ type: events.type, data: events.data })
    .from(events)
    .where(eq(events.ownerId, ownerId))
    .orderBy(events.seq)
  expect(told.at(-1)).toEqual({ type: 'export.ready', data: { export: body.export } })
  await sweep(api.database, new Date(Date.now() + 62 * 60 * 1000))
  expect(await api.database.queries.$count(events, eq(events.ownerId, ownerId))).toBe(told.length)
  await createMakeExport(api, { chats: makeChatsFile })({ exportId })
  expect((await owner.call('GET', `/api/chats/exports/${exportId}`)).body.export.status).toBe(
    'failed',
  )
})
