import { isoDayOf } from '@errand/contract/iso-time'
import { expect, test } from 'vitest'

import { newJob, readFigures, type AnalysedJob } from '../../../../test/analytics-job.ts'
import { insertChat, insertMessage } from '../../../../test/chat-rows.ts'
import { insertComplete } from '../../../../test/form-rows.ts'
import { useTestApi } from '../../../../test/test-api.ts'

const api = useTestApi()

interface Past {
  startedAt: string
  chat: Partial<Parameters<typeof insertChat>[1]>
  /** In seconds after its beginning. */
  messages: [after: number, author: 'contact' | 'assistant' | 'owner' | 'system', type?: 'event'][]
  answeredAfterMinutes?: number
}

async function store(job: AnalysedJob, past: Past): Promise<void> {
  const { queries } = api.database
  const createdAt = new Date(past.startedAt)
  const later = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000)
  const { ownerId, id: jobId, formId } = job
  const own = { ownerId, jobId, formId, jobVersion: 1, createdAt }
  const chat = await insertChat(queries, { ...own, ...past.chat })
  for (const [seq, [after, author, type = 'text']] of past.messages.entries()) {
    const direction = author === 'contact' ? 'in' : 'out'
    await insertMessage(queries, chat, { seq, author, direction, type, createdAt: later(after) })
  }
  if (past.answeredAfterMinutes === undefined) return
  const completedAt = later(past.answeredAfterMinutes * 60)
  await insertComplete(queries, chat, { formId, completedAt })
}

const closed = (closeReason: 'idle' | 'opted_out' | 'completed') =>
  ({ status: 'closed', closeReason, closedAt: new Date() }) as const
const completed = { status: 'completed', closeReason: 'completed' } as const

/** In New York the clocks went back on the first of November. */
const chats: Past[] = [
  {
    startedAt: '2026-10-19T12:00:00Z',
    chat: { ...completed, costMicros: 200_000n },
    messages: [
      [0, 'contact'],
      [10, 'assistant'],
    ],
    answeredAfterMinutes: 20,
  },
  {
    startedAt: '2026-10-20T04:00:00Z',
    chat: { ...completed, costMicros: 300_000n },
    messages: [
      [0, 'contact'],
      [30, 'assistant'],
      [60, 'system', 'event'],
    ],
    answeredAfterMinutes: 10,
  },
  {
    startedAt: '2026-11-01T05:30:00Z',
    chat: {
      ...closed('completed'),
      jobVersion: 2,
      handoffReasons: ['customer_request'],
      costMicros: 100_000n,
    },
    messages: [
      [0, 'contact'],
      [90, 'owner'],
    ],
    answeredAfterMinutes: 10,
  },
  { startedAt: '2026-11-02T04:30:00Z', chat: closed('idle'), messages: [] },
  {
    startedAt: '2026-11-06T04:59:00Z',
    chat: {
      ...closed('opted_out'),
      handoffReasons: ['missing_knowledge'],
      costMicros: 50_000n,
    },
    messages: [[0, 'contact']],
  },
  { startedAt: '2026-11-06T05:00:00Z', chat: {}, messages: [[0, 'contact']] },
]

test('the figures of a period and the one before, in any zone, of any version', async () => {
  const owner = await api.newOwner()
  const job = await newJob(owner)
  await owner.call('PUT', `/api/jobs/${job.id}`, { body: { action: 'publish', name: 'Spa' } })
  for (const past of chats) await store(job, past)
  const range = { from: '2026-10-20', to: '2026-11-05', tz: 'America/New_York' }
  const read = (more: Record<string, string> = {}) =>
    readFigures(owner, job.id, `?${new URLSearchParams({ ...range, ...more }).toString()}`)

  const found = await read()
  expect(found.range).toEqual({ ...range, bucket: 'day' })
  expect(found.totals).toEqual({
    started: 4,
    completed: 2,
    closedIdle: 1,
    handedOff: 2,
    optedOut: 1,
    completionRate: 0.5,
    containment: 0.25,
    medianMinutesToComplete: 10,
    medianFirstReplySeconds: 60,
    messagesPerSession: 1.25,
    costMinor: 45,
    costPerCompletionMinor: 22,
  })
  expect(found.previous).toEqual({
    started: 1,
    completed: 1,
    closedIdle: 0,
    handedOff: 0,
    optedOut: 0,
    completionRate: 1,
    containment: 1,
    medianMinutesToComplete: 20,
    medianFirstReplySeconds: 10,
    messagesPerSession: 2,
    costMinor: 20,
    costPerCompletionMinor: 20,
  })
  expect(found.series).toHaveLength(17)
  expect(found.series.filter(({ started }) => started > 0)).toEqual([
    { date: '2026-10-20', started: 1, completed: 1, handedOff: 0, messages: 2 },
    { date: '2026-11-01', started: 2, completed: 1, handedOff: 1, messages: 2 },
    { date: '2026-11-05', started: 1, completed: 0, handedOff: 1, messages: 1 },
  ])
  expect(found.versions.toSorted((one, other) => one.number - other.number)).toMatchObject([
    { number: 1, sessions: 3, completionRate: expect.closeTo(1 / 3) },
    { number: 2, sessions: 1, completionRate: 1 },
  ])
  expect(new Set(found.handoffReasons.map(({ reason, count }) => `${reason} ${count}`))).toEqual(
    new Set(['customer_request 1', 'missing_knowledge 1']),
  )

  const weeks = (await read({ bucket: 'week' })).series
  expect(weeks.map(({ started }) => started)).toEqual([1, 2, 1])
  expect((await read({ version: '2' })).totals).toMatchObject({ started: 1, completionRate: 1 })
  expect((await read({ tz: 'UTC' })).totals).toMatchObject({ started: 3, optedOut: 0 })
})

test('without a period it is the thirty days up to today of the owner; a turned one is refused', async () => {
  const owner = await api.newOwner()
  const { id } = await newJob(owner, { status: 'draft' })

  const { range: period, series, funnel, totals } = await readFigures(owner, id)

  expect(period).toMatchObject({ tz: 'Asia/Kolkata', bucket: 'day' })
  expect(series).toHaveLength(30)
  expect(series.at(-1)?.date).toBe(isoDayOf(Date.now(), 'Asia/Kolkata'))
  expect(funnel.map(({ fieldKey }) => fieldKey)).toEqual(['a', 'b', 'c'])
  expect(totals).toMatchObject({ started: 0, completionRate: null, costPerCompletionMinor: null })
  for (const [query, pointer] of [
    ['from=2026-01-02&to=2026-01-01', '#/to'],
    ['from=2020-01-01&to=2026-01-01', '#/to'],
    ['tz=Mars/Base', '#/tz'],
  ]) {
    const refused = await owner.call('GET', `/api/jobs/${id}/analytics?${query}`)
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer }] } })
  }

  const range = 'from=2026-01-01&to=2026-01-02'
  const file = await owner.call('GET', `/api/jobs/${id}/analytics?format=csv&${range}`)
  expect(file.headers.get('content-disposition')).toContain('analytics-2026-01-01-2026-01-02.csv')
  expect(file.body).toBe(
    'date,started,completed,handed_off,messages\r\n2026-01-01,0,0,0,0\r\n2026-01-02,0,0,0,0\r\n',
  )
})
