import { queryChannel, type ObservedQuery } from '@errand/database'
import { sql } from 'drizzle-orm'
import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream'
import { expect, onTestFinished, test, vi } from 'vitest'

import { expectProblem } from '../../../test/expect-problem.ts'
import { useTestApi, type Owner, type Person } from '../../../test/test-api.ts'
import { publishEvent, sweepEvents } from '../../platform/events/events.repo.ts'

const api = useTestApi()
const pingMs = 15_000

/** Keeps back the pings, with which streams also look for what they have missed. */
function holdPings(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Tells of a job, in a transaction of its own. */
function publish({ id: ownerId }: Owner, jobId: string): Promise<void> {
  return api.database.transaction((queries) =>
    publishEvent(queries, { ownerId, type: 'job.updated', data: { jobId } }),
  )
}

/** Opens a stream; `next` reads one event, `close` leaves. */
async function listen(person: Person, lastEventId?: string) {
  const response = await person.stream('/api/events', {
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  const next = async (): Promise<EventSourceMessage | undefined> => (await reader.read()).value
  return { next, close: () => reader.cancel() }
}

const jobOf = (event: EventSourceMessage | undefined): unknown =>
  JSON.parse(event?.data ?? '{}').data?.jobId

test('a page receives the events of its own account only', async () => {
  const [asha, ravi] = [await api.newOwner(), await api.newOwner()]
  const stream = await listen(asha)
  expect(await stream.next()).toMatchObject({ event: 'ready' })

  await publish(ravi, 'his')
  await publish(asha, 'hers')

  const event = await stream.next()
  expect(event).toMatchObject({ event: 'job.updated' })
  expect(JSON.parse(event?.data ?? '')).toMatchObject({
    id: Number(event?.id),
    type: 'job.updated',
    data: { jobId: 'hers' },
  })
  await stream.close()
})

test('a reconnecting page receives every missed event, once and in order', async () => {
  const owner = await api.newOwner()
  const first = await listen(owner)
  await first.next()
  await publish(owner, 'a')
  const { id } = (await first.next()) ?? {}
  await first.close()
  await publish(owner, 'b')
  await publish(owner, 'c')

  const second = await listen(owner, id)

  expect(jobOf(await second.next())).toBe('b')
  expect(jobOf(await second.next())).toBe('c')
  await publish(owner, 'd')
  expect(jobOf(await second.next())).toBe('d')
  await second.close()
})

test('a page that missed deleted events receives a reset', async () => {
  const owner = await api.newOwner()
  for (const job of ['a', 'b']) await publish(owner, job)
  await sweepEvents(api.database.queries, new Date())

  const stream = await listen(owner, '1')

  const reset = await stream.next()
  expect(reset).toMatchObject({ event: 'reset', id: '2' })
  await publish(owner, 'c')
  expect(jobOf(await stream.next())).toBe('c')
  await stream.close()
})

test('parallel events are all received, in the order of their numbers', async () => {
  const owner = await api.newOwner()
  const stream = await listen(owner)
  await stream.next()

  const jobs = Array.from({ length: 60 }, (_, index) => String(index))
  const published = Promise.all(jobs.map((job) => publish(owner, job)))
  const heard: EventSourceMessage[] = []
  while (heard.length < jobs.length) heard.push((await stream.next()) as EventSourceMessage)
  await published

  expect(heard.map(({ id }) => Number(id))).toEqual(jobs.map((_, index) => index + 1))
  expect(new Set(heard.map(jobOf))).toEqual(new Set(jobs))
  await stream.close()
})

test('the stream of a closed account ends at once', async () => {
  const owner = await api.newOwner()
  const stream = await listen(owner)
  await stream.next()

  expect((await owner.call('DELETE', '/api/auth/account')).status).toBe(200)

  expect(await stream.next()).toBeUndefined()
})

/** The statements that are sent until the test ends. */
function observeStatements(): string[] {
  const seen: string[] = []
  const listener = (query: unknown) => void seen.push((query as ObservedQuery).statement)
  queryChannel.start.subscribe(listener)
  onTestFinished(() => {
    queryChannel.start.unsubscribe(listener)
  })
  return seen
}

const isEventReading = (statement: string): boolean => /^select .* from "events"/.test(statement)

test('fifty pages of an owner share one database read, and one more is refused', async () => {
  const owner = await api.newOwner()
  const statements = observeStatements()
  const streams = await Promise.all(Array.from({ length: 50 }, () => listen(owner)))
  await Promise.all(streams.map((stream) => stream.next()))
  expect(statements.filter((statement) => statement.includes('"event_seq"'))).toHaveLength(1)

  await publish(owner, 'a')

  for (const stream of streams) expect(jobOf(await stream.next())).toBe('a')
  expect(statements.filter(isEventReading)).toHaveLength(1)
  expectProblem(await owner.call('GET', '/api/events'), 429)
  await Promise.all(streams.map((stream) => stream.close()))
  await (await listen(owner)).close()
})

test('a slow page does not delay others and still receives every event once', async () => {
  const owner = await api.newOwner()
  const [slow, quick] = [await listen(owner), await listen(owner)]
  await quick.next()
  const jobs = Array.from({ length: 30 }, (_, index) => `${index} ${'x'.repeat(60_000)}`)
  for (const job of jobs) {
    await publish(owner, job)
    expect(jobOf(await quick.next())).toBe(job)
  }
  const statements = observeStatements()

  await slow.next()
  const late = ['late', 'later', 'latest']
  const published = (async () => {
    for (const job of late) await publish(owner, job)
  })()
  for (const job of [...jobs, ...late]) expect(jobOf(await slow.next())).toBe(job)

  await published
  for (const job of late) expect(jobOf(await quick.next())).toBe(job)
  expect(statements.filter(isEventReading)).not.toEqual([])
  await publish(owner, 'last')
  for (const stream of [slow, quick]) {
    expect(jobOf(await stream.next())).toBe('last')
    await stream.close()
  }
})

test('only a few missed events are buffered for a page that does not read', async () => {
  const owner = await api.newOwner()
  const jobs = Array.from({ length: 120 }, (_, index) => `${index} ${'x'.repeat(15_000)}`)
  for (const job of jobs) await publish(owner, job)
  const { body } = await owner.stream('/api/events', { headers: { 'last-event-id': '0' } })
  const reader = body?.getReader()

  const chunk = await reader?.read()

  expect(chunk?.value?.length).toBeLessThan(400_000)
  await reader?.cancel()
})

test('the stream of a page that never reads is aborted', async () => {
  holdPings()
  const owner = await api.newOwner()
  const { body } = await owner.stream('/api/events', {})
  let reason: unknown
  body?.getReader().closed.catch((error: unknown) => (reason = error))
  const quick = await listen(owner)
  await quick.next()
  for (const job of Array.from({ length: 8 }, (_, index) => `${index} ${'x'.repeat(60_000)}`)) {
    await publish(owner, job)
    await quick.next()
  }

  await vi.waitFor(() => {
    vi.advanceTimersByTime(pingMs)
    expect(reason).toEqual(new Error('The client does not read its events'))
  })
  await publish(owner, 'last')
  expect(jobOf(await quick.next())).toBe('last')
  await quick.close()
})

test('a HEAD request does not leave a stream open', async () => {
  const owner = await api.newOwner()

  for (let index = 0; index < 50; index += 1) {
    expect((await owner.call('HEAD', '/api/events')).status).toBe(200)
  }

  await (await listen(owner)).close()
})

test('an event during a lost LISTEN connection arrives after it is back', async () => {
  holdPings()
  const owner = await api.newOwner()
  const stream = await listen(owner)
  await stream.next()
  const listening = sql`pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`
  expect(await api.database.queries.$count(listening)).toBeGreaterThan(0)
  await api.database.queries.execute(sql`select pg_terminate_backend(pid) from ${listening}`)

  await publish(owner, 'a')

  expect(jobOf(await stream.next())).toBe('a')
  await stream.close()
})

/** Stores an event of which no process is notified. */
async function storeUnannounced({ id }: Owner, jobId: string): Promise<void> {
  await api.database.queries.execute(sql`
    with owner as (update users set event_seq = event_seq + 1 where id = ${id} returning *)
    insert into events (owner_id, seq, type, data, at)
    select id, event_seq, 'job.updated', ${JSON.stringify({ jobId })}, now() from owner`)
}

test('an event without a notification arrives with the next ping', async () => {
  holdPings()
  const owner = await api.newOwner()
  const stream = await listen(owner)
  await stream.next()
  await storeUnannounced(owner, 'a')

  vi.advanceTimersByTime(pingMs)

  expect(jobOf(await stream.next())).toBe('a')
  await stream.close()
})

test('a page with a newer event id than this process has read continues after it', async () => {
  holdPings()
  const owner = await api.newOwner()
  const stream = await listen(owner)
  await stream.next()
  await storeUnannounced(owner, 'a')

  const moved = await listen(owner, '1')

  expect(jobOf(await stream.next())).toBe('a')
  await publish(owner, 'b')
  expect(jobOf(await moved.next())).toBe('b')
  await Promise.all([stream.close(), moved.close()])
})

test('a stream ends with its token', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stream = await listen(await api.newOwner())
  await stream.next()

  await vi.advanceTimersByTimeAsync(60 * 60_000)

  expect(await stream.next()).toBeUndefined()
})

test('an invalid event id is refused', async () => {
  const headers = { 'last-event-id': '1; drop table' }
  expectProblem(await (await api.newOwner()).call('GET', '/api/events', { headers }), 400)
})
