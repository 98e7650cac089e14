import { sql } from 'drizzle-orm'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { addMany } from '../../../test/add-many.ts'
import { receive } from '../../../test/chat-api.ts'
import { countWaiting } from '../../../test/count-waiting.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { type Answer, metricsToken, type Person, useTestApi } from '../../../test/test-api.ts'
import { kill, personAt, startServer } from '../../../test/test-server.ts'
import type { AiProvider } from '../../modules/ai/ai-provider.ts'
import { rulesProvider } from '../../modules/ai/rules/rules-provider.ts'

/** A model that answers when a test says so. */
const draft = vi.fn<(kind: string) => Promise<object>>()
const ai: AiProvider = { ...rulesProvider, draft: draft as AiProvider['draft'] }
const api = useTestApi({ ai })
afterEach(() => vi.useRealTimers())

const search = (person: Person): Promise<Answer> => person.call('GET', '/api/search?q=ravi')
const times = (length: number, call: () => Promise<Answer>) => Array.from({ length }, call)
const statusesOf = async (calls: Promise<Answer>[]) =>
  (await Promise.all(calls)).map(({ status }) => status)

/** How many calls of a kind wait, run and were refused, as the metrics say. */
async function count(kind: string, origin?: string) {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const path = '/api/metrics'
  const answer = await (origin === undefined
    ? api.request(path, { headers })
    : fetch(`${origin}${path}`))
  const metrics = await answer.text()
  const of = (name: string, state = '') =>
    Number(
      new RegExp(`^errand_expensive_calls${name}{kind="${kind}"${state}} (\\d+)`, 'm').exec(
        metrics,
      )?.[1],
    )
  return {
    waiting: of('', ',state="waiting"'),
    running: of('', ',state="running"'),
    refused: of('_refused_total'),
  }
}

/** Searches are not answered until the table is unlocked. */
async function lockContacts() {
  const { promise, resolve: unlock } = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const done = api.database.transaction(async (queries) => {
    await queries.execute(sql`lock table contacts in access exclusive mode`)
    locked.resolve()
    await promise
  })
  await locked.promise
  onTestFinished(async () => {
    unlock()
    await done
  })
  return { unlock }
}

test('an owner with many searches under way leaves room for the searches of others', async () => {
  const [busy, other, third] = [await api.newOwner(), await api.newOwner(), await api.newOwner()]
  const { unlock } = await lockContacts()
  const answered: string[] = []
  const ask = (owner: Person, name: string) =>
    search(owner).then((answer) => {
      answered.push(name)
      return answer
    })

  const busyCalls = times(15, () => ask(busy, 'busy'))
  await vi.waitFor(async () =>
    expect(await count('searches')).toMatchObject({ running: 1, waiting: 14 }),
  )
  const otherCalls = times(15, () => ask(other, 'other'))
  await vi.waitFor(async () =>
    expect(await count('searches')).toMatchObject({ running: 2, waiting: 28 }),
  )
  const thirdCall = ask(third, 'third')
  await vi.waitFor(async () => expect(await count('searches')).toMatchObject({ waiting: 29 }))
  unlock()

  expect(new Set(await statusesOf([...busyCalls, ...otherCalls, thirdCall]))).toEqual(
    new Set([200]),
  )
  // Before it are the two that ran, and one more of each owner who waited longer.
  expect(answered.indexOf('third')).toBeLessThan(6)
  expect(await count('searches')).toMatchObject({ running: 0, waiting: 0 })
})

test('the figures of an owner do not wait for the searches of others', async () => {
  const [one, two, waits, other] = await Promise.all(Array.from({ length: 4 }, api.newOwner))
  const { unlock } = await lockContacts()
  const searches = [one, two, waits].map((owner) => search(owner as Person))
  await vi.waitFor(async () =>
    expect(await count('searches')).toMatchObject({ running: 2, waiting: 1 }),
  )

  expect((await other?.call('GET', '/api/billing/summary'))?.status).toBe(200)

  unlock()
  expect(await statusesOf(searches)).toEqual([200, 200, 200])
})

test('more calls than may wait are refused, with the time to try again', async () => {
  const owner = await api.newOwner()
  const before = await count('searches')
  const { unlock } = await lockContacts()

  const calls = times(30, () => search(owner))
  const refused = await Promise.any(calls)

  expectProblem(refused, 429)
  expect(refused.body.code).toBe('rate_limited')
  expect(refused.headers.get('retry-after')).toBe('3')
  await vi.waitFor(async () => expect((await count('searches')).refused).toBe(before.refused + 7))
  unlock()
  const statuses = await statusesOf(calls)
  expect(statuses.filter((status) => status === 200)).toHaveLength(23)
})

test('an owner who has to sign in again for a call learns it at once', async () => {
  const owner = await api.newOwner()
  const { unlock } = await lockContacts()
  const searching = search(owner)
  await vi.waitFor(async () => expect(await count('searches')).toMatchObject({ running: 1 }))

  const unattended = api.onDevice(owner, { signedInAgo: 11 * 60 })
  const refused = await unattended.call('GET', '/api/auth/export')

  expect(refused.body.code).toBe('recent_sign_in_required')
  unlock()
  await searching
})

test('a call that waits for ten seconds is refused', async () => {
  const owner = await api.newOwner()
  const { unlock } = await lockContacts()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const calls = times(5, () => search(owner))
  await vi.waitFor(async () => expect((await count('searches')).waiting).toBe(4))

  await vi.advanceTimersByTimeAsync(10_000)
  unlock()

  const statuses = await statusesOf(calls)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 429, 429, 429, 429])
})

test('a caller who goes away leaves the queue', async () => {
  const owner = await api.newOwner()
  const { refused } = await count('searches')
  const { unlock } = await lockContacts()
  const call = search(owner)
  await vi.waitFor(async () => expect((await count('searches')).running).toBe(1))
  const leaving = new AbortController()
  const left = owner.stream('/api/search?q=ravi', { signal: leaving.signal })
  await vi.waitFor(async () => expect((await count('searches')).waiting).toBe(1))

  leaving.abort()

  await vi.waitFor(async () =>
    expect(await count('searches')).toEqual({ running: 1, waiting: 0, refused }),
  )
  unlock()
  await left.catch(() => {})
  expect((await call).status).toBe(200)
})

test('a search that the database gives up is a problem that says so', async () => {
  const owner = await api.newOwner()
  const { queries } = api.database
  await lockContacts()
  const call = search(owner)
  await vi.waitFor(async () => expect(await countWaiting(queries)).toBeGreaterThan(0))

  // As after the time that a statement may take.
  await queries.execute(sql`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)

  const { status, body } = await call
  expect(status).toBe(503)
  expect(body.title).toBe('This took too long. Please try again in a moment, or ask for less.')
})

test('drafts that wait for the model hold up neither searches nor the drafts of others', async () => {
  const [owner, other] = [await api.newOwner(), await api.newOwner()]
  const model = Promise.withResolvers<object>()
  draft.mockImplementation(() => model.promise)
  const body = { prompt: 'Answer questions about opening hours' }
  const generate = (by: Person) => by.call('POST', '/api/jobs/generate-instructions', { body })

  const calls = [...times(3, () => generate(owner)), ...times(2, () => generate(other))]
  await vi.waitFor(async () =>
    expect(await count('drafts')).toMatchObject({ running: 4, waiting: 1 }),
  )

  expect((await search(owner)).status).toBe(200)
  const usage = { inputTokens: 1, outputTokens: 1 }
  model.resolve({ draft: { instructions: 'Say when we are open.' }, usage })
  expect(await statusesOf(calls)).toEqual([200, 200, 200, 200, 200])
  expect(await count('drafts')).toMatchObject({ running: 0, waiting: 0 })
})

test('an export that is not read holds up only the exports of its owner, until its reader goes', async () => {
  const server = await startServer(api.environment)
  onTestFinished(() => kill(server))
  const [slow, other] = [personAt(server, 101), personAt(server, 102)]
  for (const person of [slow, other]) await person.signUp()
  const { session } = await receive(slow)
  await receive(other)
  await addLongMessages(session.id)
  const path = '/api/chats/export?format=json'
  const readers = [new AbortController(), new AbortController(), new AbortController()]
  const exports = readers.map(({ signal }) => slow.stream(path, { signal }))
  const counts = () => count('exports', server.url)
  await vi.waitFor(async () => expect(await counts()).toMatchObject({ running: 2, waiting: 1 }))

  expect((await search(slow)).status).toBe(200)
  expect((await other.call('GET', path)).status).toBe(200)
  const first = await Promise.race(exports.map(async (answer, index) => answer.then(() => index)))
  readers[first]?.abort()

  await vi.waitFor(async () => expect(await counts()).toMatchObject({ running: 2, waiting: 0 }))
  for (const reader of readers) reader.abort()
  await vi.waitFor(async () => expect(await counts()).toMatchObject({ running: 0, waiting: 0 }))
  await Promise.allSettled(exports)
})

/** More than the connection holds of an export that is not read. */
const addLongMessages = (sessionId: string): Promise<void> =>
  addMany(
    api.database,
    sql`insert into messages (id, owner_id, session_id, direction, author, seq, type, text, status,
        status_at, created_at, search_words)
      select 'msg_' || lpad(n::text, 26, '0'), owner_id, id, 'in', 'contact', n, 'text',
        repeat('long ', 2000), 'received', '{}', now(), ''
      from chat_sessions, generate_series(1000, 4000) n where id = ${sessionId}`,
  )
