import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream'
import { expect, test } from 'vitest'

import { expectProblem } from '../../../test/expect-problem.ts'
import { useTestApi, type Owner, type Person } from '../../../test/test-api.ts'
import { publishEvent, sweepEvents } from '../../platform/events/events.repo.ts'

const api = useTestApi()

/** Tells of a job, in a transaction of its own. */
function publish({ id: ownerId }: Owner, jobId: string): Promise<void> {
  return api.database.transaction((queries) =>
    publishEvent(queries, { ownerId, type: 'job.updated', data: { jobId } }),
  )
}

/** Opens a stream; `next` reads one event, `close` leaves. */
async function listen(person: Person, lastEventId?: string) {
  const leaving = new AbortController()
  const response = await person.stream('/api/events', {
    signal: leaving.signal,
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  const next = async (): Promise<EventSourceMessage | undefined> => (await reader.read()).value
  return { next, close: () => leaving.abort() }
}

const jobOf = (event: EventSourceMessage | undefined): unknown =>
  JSON.parse(event?.data ?? '{}').data?.jobId

test('a page hears of what happens in its account, and of nothing else', async () => {
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
  stream.close()
})

test('a page that comes back hears of everything since, in order and once', async () => {
  const owner = await api.newOwner()
  const first = await listen(owner)
  await first.next()
  await publish(owner, 'a')
  const { id } = (await first.next()) ?? {}
  first.close()
  await publish(owner, 'b')
  await publish(owner, 'c')

  const second = await listen(owner, id)

  expect(jobOf(await second.next())).toBe('b')
  expect(jobOf(await second.next())).toBe('c')
  await publish(owner, 'd')
  expect(jobOf(await second.next())).toBe('d')
  second.close()
})

test('a page that was away longer than events are kept is told to read anew', async () => {
  const owner = await api.newOwner()
  for (const job of ['a', 'b']) await publish(owner, job)
  await sweepEvents(api.database.queries, new Date())

  const stream = await listen(owner, '1')

  const reset = await stream.next()
  expect(reset).toMatchObject({ event: 'reset', id: '2' })
  await publish(owner, 'c')
  expect(jobOf(await stream.next())).toBe('c')
  stream.close()
})

test('events that are made at the same moment are all heard of, in the order of their numbers', async () => {
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
  stream.close()
})

test('the stream of an account that was closed ends at once', async () => {
  const owner = await api.newOwner()
  const stream = await listen(owner)
  await stream.next()

  expect((await owner.call('DELETE', '/api/auth/account')).status).toBe(200)

  expect(await stream.next()).toBeUndefined()
})

test('what is no event id is refused', async () => {
  const headers = { 'last-event-id': '1; drop table' }
  expectProblem(await (await api.newOwner()).call('GET', '/api/events', { headers }), 400)
})
