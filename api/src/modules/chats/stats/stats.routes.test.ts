import { readChatStatsCall, type ChatStats } from '@errand/contract/chats/stats'
import { expect, test } from 'vitest'

import { insertChat, insertMessage } from '../../../../test/chat-rows.ts'
import { expectProblem } from '../../../../test/expect-problem.ts'
import { insertComplete } from '../../../../test/form-rows.ts'
import { setPreferences } from '../../../../test/owner-preferences.ts'
import { useTestApi } from '../../../../test/test-api.ts'

const api = useTestApi()
type Line = [at: string, author: 'contact' | 'assistant' | 'owner' | 'system', more?: object]

/** A chat of these messages, complete where it has a form, in which what the contact wrote is read unless it says otherwise. */
async function store(
  ownerId: string,
  chat: { formId?: string; [member: string]: unknown },
  lines: Line[],
): Promise<void> {
  const createdAt = new Date(lines[0]?.[0] ?? '')
  const { queries } = api.database
  const row = await insertChat(queries, { ownerId, createdAt, lastActivityAt: createdAt, ...chat })
  if (chat.formId !== undefined) await insertComplete(queries, row, { formId: chat.formId })
  for (const [index, [at, author, more]] of lines.entries()) {
    await insertMessage(queries, row, {
      seq: index + 1,
      author,
      direction: author === 'contact' ? 'in' : 'out',
      createdAt: new Date(at),
      readByOwnerAt: author === 'contact' ? new Date(at) : null,
      ...more,
    })
  }
}

test('statistics cover a period and the one before, in any time zone, for any job', async () => {
  const owner = await api.newOwner()
  const newJob = async (name: string) =>
    (await owner.call('POST', '/api/jobs', { body: { name } })).body.job
  const { id: bookings, formId } = await newJob('Bookings')
  const { id: orders } = await newJob('Orders')
  const unread = { readByOwnerAt: null }
  await store(owner.id, { jobId: bookings }, [
    ['2026-03-26T19:00:00Z', 'contact', unread],
    ['2026-03-26T19:01:00Z', 'assistant'],
    ['2026-03-26T19:10:00Z', 'contact'],
    ['2026-03-26T19:20:00Z', 'owner'],
  ])
  // The assistant may have it back by now.
  const completed = { status: 'completed', closeReason: 'completed' }
  await store(
    owner.id,
    { jobId: bookings, formId, ...completed, handoffReasons: ['customer_request'] },
    [
      ['2026-03-28T06:00:00Z', 'contact'],
      ['2026-03-28T06:01:00Z', 'assistant', { status: 'failed' }],
      ['2026-03-28T06:03:00Z', 'owner'],
      ['2026-03-28T06:04:00Z', 'system', { type: 'event' }],
    ],
  )
  await store(owner.id, { status: 'closed', closeReason: 'idle', closedAt: new Date() }, [
    ['2026-04-03T18:00:00Z', 'contact', unread],
    ['2026-04-03T18:40:00Z', 'contact'],
  ])
  await store(owner.id, { jobId: orders }, [
    ['2026-03-20T10:00:00Z', 'contact'],
    ['2026-03-20T10:02:00Z', 'assistant'],
    ['2026-03-30T10:00:00Z', 'contact'],
  ])
  const read = async (query: string) => {
    const path = `/api/chats/stats?from=2026-03-27&to=2026-04-03&${query}`
    return readChatStatsCall.answer.parse((await owner.call('GET', path)).body)
  }
  const inbound = ({ series }: ChatStats) => series.map(({ inbound: count }) => count)
  const hours = ({ byHour }: ChatStats) =>
    Object.fromEntries([...byHour.entries()].filter(([, count]) => count > 0))

  const stats = await read('tz=Asia/Kolkata')
  expect(stats.totals).toEqual({
    sessions: 3,
    inbound: 5,
    outbound: 4,
    unread: 2,
    completed: 1,
    handoffs: 1,
    failed: 1,
    medianFirstReplySeconds: 120,
    assistantShare: 0.5,
  })
  expect(stats.previous).toEqual({
    sessions: 1,
    inbound: 1,
    outbound: 1,
    unread: 0,
    completed: 0,
    handoffs: 0,
    failed: 0,
    medianFirstReplySeconds: 120,
    assistantShare: 1,
  })
  expect(inbound(stats)).toEqual([2, 1, 0, 1, 0, 0, 0, 1])
  expect(hours(stats)).toEqual({ 0: 2, 11: 1, 15: 1, 23: 1 })
  const begun = stats.byJob.map(({ jobId, sessions }) => [jobId, sessions])
  expect(begun).toContainEqual([bookings, 2])

  // Its clocks change on the 29th, and its days begin later.
  const berlin = await read('tz=Europe/Berlin')
  expect(berlin.totals).toMatchObject({ sessions: 2, inbound: 4 })
  expect(berlin.previous).toMatchObject({ sessions: 2, inbound: 3 })
  expect(hours(berlin)).toEqual({ 7: 1, 12: 1, 20: 2 })
  expect(inbound(await read('tz=Asia/Kolkata&bucket=week'))).toEqual([3, 2])
  const ofJob = await read(`tz=Asia/Kolkata&jobId=${bookings}`)
  expect(ofJob.totals).toMatchObject({ sessions: 2, inbound: 3, outbound: 4 })
})

test('statistics use the owner’s days, default to thirty of them, and show no other owner’s chats', async () => {
  const owner = await api.newOwner()
  const timeZone = 'Pacific/Auckland'
  await setPreferences(api.database.queries, owner.id, { business: { timeZone } })
  await store(owner.id, {}, [['2026-03-09T12:00:00Z', 'contact']])
  const path = '/api/chats/stats?from=2026-03-09&to=2026-03-10'

  const { body } = await owner.call('GET', path)
  const range = { from: '2026-03-09', to: '2026-03-10', tz: timeZone, bucket: 'day' }
  expect(body.range).toEqual(range)
  expect(body.series.map(({ inbound }: { inbound: number }) => inbound)).toEqual([0, 1])
  expect(body.byHour[1]).toBe(1)

  const { body: nothing } = await (await api.newOwner()).call('GET', path)
  const none = { sessions: 0, inbound: 0, assistantShare: null, medianFirstReplySeconds: null }
  expect(nothing.totals).toMatchObject(none)
  expect(nothing.series).toHaveLength(2)
  expect((await owner.call('GET', '/api/chats/stats')).body.series).toHaveLength(30)
  expectProblem(await owner.call('GET', '/api/chats/stats?from=2026-03-02&to=2026-03-01'), 422)
})
