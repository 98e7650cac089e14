import { readAuthStatsCall } from '@errand/contract/auth'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { receive } from '../../../test/chat-api.ts'
import { insertChat, insertMessage } from '../../../test/chat-rows.ts'
import { insertComplete } from '../../../test/form-rows.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { testField } from '../../../test/turns.ts'
import { newId } from '../../platform/database/new-id.ts'
import { forms, orders, users } from '../../platform/database/schema.ts'
import { readAuthStats } from './stats.ts'

const api = useTestApi()
const path = '/api/auth/stats'
const now = new Date('2026-11-21T10:00:00.000Z')
const hourMs = 3_600_000

test('a new owner has nothing yet', async () => {
  const owner = await api.newOwner()

  const { status, body } = await owner.call('GET', path)

  expect(status).toBe(200)
  expect(readAuthStatsCall.answer.parse(body)).toEqual({
    jobs: { total: 0, active: 0, paused: 0, draft: 0 },
    sessions: { active: 0, needsYou: 0, completedToday: 0, completed7d: 0 },
    messages: { today: 0, unread: 0, failed24h: 0 },
    forms: { completionRate7d: null },
    bookings: { today: 0, tomorrow: 0, upcoming: 0 },
    trial: expect.objectContaining({ daysLeft: 30, active: true, messagesLeft: 500 }),
    balance: expect.objectContaining({ currency: 'INR' }),
    setup: {
      business: false,
      firstJob: false,
      firstTest: false,
      whatsapp: false,
      firstCustomer: false,
      smtp: false,
      credit: false,
    },
    channel: { status: 'not_connected' },
    asOf: expect.any(String),
  })
})

test('of the figures one can ask for some', async () => {
  const owner = await api.newOwner()
  const all = (await owner.call('GET', path)).body

  const some = await owner.call('GET', `${path}?fields=jobs,messages,setup`)

  expect(some.body).toEqual({
    jobs: all.jobs,
    messages: all.messages,
    setup: all.setup,
    asOf: expect.any(String),
  })
  expect(await owner.call('GET', `${path}?fields=jobs,money`)).toMatchObject({
    status: 422,
    body: { code: 'validation_failed' },
  })
})

test('each step of setting up shows', async () => {
  const owner = await api.newOwner()
  const { id: ownerId } = owner
  const { queries } = api.database
  const job = await owner.call('POST', '/api/jobs', { body: { name: 'Bookings' } })
  const messages = [{ author: 'contact', text: 'Hello' }]
  await owner.call('POST', `/api/jobs/${job.body.job.id}/test`, { body: { messages } })
  const tested = await owner.call('GET', path)
  expect(tested.body).toMatchObject({ setup: { firstTest: true, firstCustomer: false } })
  await receive(owner)
  const smtp = { enabled: true, host: 'smtp.shop.in', fromEmail: 'a@shop.in' }
  await owner.call('PUT', '/api/auth/settings', {
    body: { settings: { business: { name: 'Asha Cycles' }, smtp } },
  })
  const amounts = { amountMinor: 100, taxMinor: 0, totalMinor: 100, creditMinor: 100 }
  await queries.insert(orders).values({
    ...amounts,
    id: newId('order'),
    ownerId,
    providerOrderId: 'order_1',
    currency: 'INR',
    status: 'paid',
    receipt: 'r-1',
    createdAt: now,
    expiresAt: now,
  })
  const channel = { status: 'connected', lastInboundAt: null, lastError: null } as const
  await queries.update(users).set({ findings: { channel } }).where(eq(users.id, ownerId))

  const { body } = await owner.call('GET', path)

  expect(body).toMatchObject({
    jobs: { total: 1, draft: 1 },
    sessions: { active: 1 },
    messages: { today: 1, unread: 1 },
    setup: {
      business: true,
      firstJob: true,
      firstTest: true,
      whatsapp: true,
      firstCustomer: true,
      smtp: true,
      credit: true,
    },
    channel: { status: 'connected' },
  })
  const findings = { lastSmtpTest: { at: now.toISOString(), ok: false } }
  await queries.update(users).set({ findings }).where(eq(users.id, ownerId))
  await owner.call('DELETE', `/api/jobs/${job.body.job.id}`)
  const later = await owner.call('GET', path)
  expect(later.body).toMatchObject({ setup: { smtp: false, firstJob: false }, jobs: { total: 0 } })
})

interface Chat {
  status?: 'active' | 'completed' | 'closed'
  /** How long ago it got there, and its answers were given. */
  hoursAgo: number
  unread?: number
  attention?: 'handoff'[]
  answers?: 'empty' | 'partial' | 'complete' | 'corrected'
  messages?: { hoursAgo: number; kind: 'in' | 'sent' | 'failed' | 'system' }[]
}

const at = (ago: number) => new Date(now.getTime() - ago * hourMs)

async function store(ownerId: string, formId: string, one: Chat): Promise<void> {
  const { queries } = api.database
  const { status = 'active', unread = 0, attention = [], answers = 'empty', messages = [] } = one
  const since = at(one.hoursAgo)
  const row = await insertChat(queries, {
    ownerId,
    channel: 'whatsapp',
    status,
    handler: status === 'active' ? 'assistant' : 'none',
    handlerSince: since,
    closedAt: status === 'closed' ? since : null,
    unreadCount: unread,
    attention,
    createdAt: since,
  })
  const completedAt = answers === 'empty' || answers === 'partial' ? null : since
  const fields = [testField('name')]
  await insertComplete(queries, row, { formId, status: answers, completedAt, fields })
  for (const [seq, { kind, hoursAgo }] of messages.entries()) {
    const outbound = { direction: 'out', status: kind === 'failed' ? 'failed' : 'sent' } as const
    await insertMessage(queries, row, {
      seq,
      ...(kind !== 'in' && outbound),
      ...(kind === 'system' && { author: 'system' as const }),
      createdAt: at(hoursAgo),
    })
  }
}

// It is half past three in the afternoon in India, eleven at night in Auckland, two at night in Los Angeles.
test.each([
  ['Asia/Kolkata', { completedToday: 1, completed7d: 3 }, { today: 3, failed24h: 1 }, 3 / 5],
  ['Pacific/Auckland', { completedToday: 2, completed7d: 3 }, { today: 4, failed24h: 1 }, 3 / 5],
  ['America/Los_Angeles', { completedToday: 1, completed7d: 2 }, { today: 2, failed24h: 1 }, 2 / 4],
])('the figures are those of the days of %s', async (timeZone, completed, sent, rate) => {
  const { queries } = api.database
  const owner = await api.newOwner()
  const { id: ownerId } = owner
  await receive(await api.newOwner())
  const preferences = { business: { timeZone } }
  await queries.update(users).set({ preferences }).where(eq(users.id, ownerId))
  const form = { id: newId('form'), ownerId, name: 'F', searchText: 'f', fields: [] }
  const times = { createdAt: now, updatedAt: now }
  await queries.insert(forms).values({ ...form, ...times, status: 'published' })
  const chats: Chat[] = [
    { hoursAgo: 1, unread: 2, attention: ['handoff'], answers: 'partial' },
    { status: 'completed', hoursAgo: 2, answers: 'complete', unread: 1 },
    { status: 'completed', hoursAgo: 20, answers: 'corrected' },
    { status: 'completed', hoursAgo: 9 * 24, answers: 'complete' },
    { status: 'closed', hoursAgo: 6 * 24 + 12, answers: 'complete' },
    {
      hoursAgo: 3,
      messages: [
        { hoursAgo: 1, kind: 'in' },
        { hoursAgo: 2, kind: 'failed' },
        { hoursAgo: 5, kind: 'sent' },
        { hoursAgo: 16, kind: 'sent' },
        { hoursAgo: 1, kind: 'system' },
        { hoursAgo: 30, kind: 'failed' },
      ],
    },
  ]
  for (const chat of chats) await store(ownerId, form.id, chat)

  expect(await readAuthStats(queries, api.billing, { uid: owner.uid, now })).toMatchObject({
    sessions: { active: 2, needsYou: 1, ...completed },
    messages: { unread: 3, ...sent },
    forms: { completionRate7d: rate },
  })
})
