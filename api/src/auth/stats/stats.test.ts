import { authStatsSchema } from '@errand/contract/auth'
import fc from 'fast-check'
import { eq, sql, type SQLWrapper } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { receive } from '../../../test/chat-api.ts'
import { insertChat, insertMessage } from '../../../test/chat-rows.ts'
import { ownerIdOf } from '../../../test/owner-id.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { newId } from '../../database/new-id.ts'
import { chatSessions, formData, forms, messages, orders, users } from '../../database/schema.ts'
import { chatsQuery, messagesQuery } from './stats.repo.ts'
import { readAuthStats } from './stats.service.ts'

const api = useTestApi()
const path = '/api/auth/stats'
const now = new Date('2026-11-21T10:00:00.000Z')
const hourMs = 3_600_000

test('a new owner has nothing yet', async () => {
  const owner = await api.newOwner()

  const { status, body } = await owner.call('GET', path)

  expect(status).toBe(200)
  expect(authStatsSchema.parse(body)).toEqual({
    jobs: { total: 0, active: 0, paused: 0, draft: 0 },
    sessions: { active: 0, needsYou: 0, completedToday: 0, completed7d: 0 },
    messages: { today: 0, unread: 0, failed24h: 0 },
    forms: { completionRate7d: null },
    trial: expect.objectContaining({ daysLeft: 30, active: true, messagesLeft: 500 }),
    balance: expect.objectContaining({ currency: 'INR' }),
    setup: { whatsapp: false, smtp: false, firstJob: false, firstTest: false, credit: false },
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
  const ownerId = await ownerIdOf(api, owner)
  const { queries } = api.database
  const job = await owner.call('POST', '/api/jobs', { body: { name: 'Bookings' } })
  await receive(owner)
  await owner.call('PUT', '/api/auth/settings', {
    body: { settings: { smtp: { enabled: true, host: 'smtp.shop.in', fromEmail: 'a@shop.in' } } },
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
    setup: { whatsapp: true, smtp: true, firstJob: true, firstTest: true, credit: true },
    channel: { status: 'connected' },
  })
  const findings = { lastSmtpTest: { at: now.toISOString(), ok: false } }
  await queries.update(users).set({ findings }).where(eq(users.id, ownerId))
  await owner.call('DELETE', `/api/jobs/${job.body.job.id}`)
  const later = await owner.call('GET', path)
  expect(later.body).toMatchObject({ setup: { smtp: false, firstJob: false }, jobs: { total: 0 } })
})

/** The day at a moment, by the platform's own calendar. */
const day = (at: Date, timeZone: string) => at.toLocaleDateString('en-CA', { timeZone })

const hoursAgo = fc.integer({ min: 0, max: 9 * 24 })
const zone = fc.constantFrom('Asia/Kolkata', 'Pacific/Auckland', 'America/Los_Angeles')
const chat = fc.record({
  status: fc.constantFrom('active' as const, 'completed' as const, 'closed' as const),
  hoursAgo,
  unread: fc.nat({ max: 3 }),
  attention: fc.constantFrom([], ['handoff' as const]),
  answers: fc.constantFrom(
    'empty' as const,
    'partial' as const,
    'complete' as const,
    'corrected' as const,
  ),
  messages: fc.array(
    fc.record({
      hoursAgo,
      kind: fc.constantFrom('in' as const, 'sent' as const, 'failed' as const, 'system' as const),
    }),
    { maxLength: 5 },
  ),
})
type Chat = typeof chat extends fc.Arbitrary<infer T> ? T : never

const at = (ago: number) => new Date(now.getTime() - ago * hourMs)

async function store(ownerId: string, formId: string, one: Chat): Promise<void> {
  const { queries } = api.database
  const since = at(one.hoursAgo)
  const row = await insertChat(queries, {
    ownerId,
    channel: 'whatsapp',
    status: one.status,
    handler: one.status === 'active' ? 'assistant' : 'none',
    handlerSince: since,
    closedAt: one.status === 'closed' ? since : null,
    unreadCount: one.unread,
    attention: [...one.attention],
  })
  const answers = { id: newId('response'), ownerId, sessionId: row.id, formId, formVersion: 1 }
  await queries.insert(formData).values({
    ...answers,
    fields: [],
    status: one.answers,
    createdAt: since,
    updatedAt: since,
  })
  for (const [seq, { kind, hoursAgo: ago }] of one.messages.entries()) {
    const outbound = { direction: 'out', status: kind === 'failed' ? 'failed' : 'sent' } as const
    await insertMessage(queries, row, {
      seq,
      ...(kind !== 'in' && outbound),
      ...(kind === 'system' && { author: 'system' as const }),
      createdAt: at(ago),
    })
  }
}

/** The same figures, counted one by one. */
function model(chats: Chat[], timeZone: string) {
  const today = day(now, timeZone)
  const week = new Set(Array.from({ length: 7 }, (_, days) => day(at(days * 24), timeZone)))
  const completed = chats.filter(({ status }) => status === 'completed')
  const sent = chats.flatMap((one) => one.messages).filter(({ kind }) => kind !== 'system')
  const answered = chats.filter(
    (one) => one.answers !== 'empty' && week.has(day(at(one.hoursAgo), timeZone)),
  )
  const whole = answered.filter(({ answers }) => answers !== 'partial')
  return {
    sessions: {
      active: chats.filter(({ status }) => status === 'active').length,
      needsYou: chats.filter(({ attention }) => attention.length > 0).length,
      completedToday: completed.filter((one) => day(at(one.hoursAgo), timeZone) === today).length,
      completed7d: completed.filter((one) => week.has(day(at(one.hoursAgo), timeZone))).length,
    },
    messages: {
      today: sent.filter((one) => day(at(one.hoursAgo), timeZone) === today).length,
      unread: chats.reduce((sum, { unread }) => sum + unread, 0),
      failed24h: sent.filter((one) => one.kind === 'failed' && one.hoursAgo <= 24).length,
    },
    forms: { completionRate7d: answered.length === 0 ? null : whole.length / answered.length },
  }
}

test('the figures are those of counting one by one, in every time zone, of this owner alone', async () => {
  const { queries } = api.database
  const stranger = await api.newOwner()
  await receive(stranger)
  await fc.assert(
    fc.asyncProperty(fc.array(chat, { maxLength: 8 }), zone, async (chats, timeZone) => {
      const owner = await api.newOwner()
      const ownerId = await ownerIdOf(api, owner)
      await queries
        .update(users)
        .set({ preferences: { business: { timeZone } } })
        .where(eq(users.id, ownerId))
      const form = {
        id: newId('form'),
        ownerId,
        name: 'F',
        searchText: 'f',
        status: 'published' as const,
        fields: [],
      }
      await queries.insert(forms).values({ ...form, createdAt: now, updatedAt: now })
      for (const one of chats) await store(ownerId, form.id, one)

      const stats = await readAuthStats(queries, api.billing, { uid: owner.uid, now })

      expect(stats).toMatchObject(model(chats, timeZone))
    }),
    { numRuns: 25 },
  )
  expect(await queries.$count(chatSessions)).toBeGreaterThan(0)
  expect(await queries.$count(messages)).toBeGreaterThan(0)
})

test('the figures of one owner among many are found by indexes', async () => {
  const { queries } = api.database
  const ownerId = await ownerIdOf(api, await api.newOwner())
  const stranger = await ownerIdOf(api, await api.newOwner())
  const { id } = await insertChat(queries, { ownerId: stranger, messageCount: 5_000 })
  await queries.execute(sql`
    insert into messages (id, owner_id, session_id, direction, author, seq, type, text, status,
      status_at, created_at, search_words)
    select 'msg_' || right(${id}, 18) || lpad(n::text, 8, '0'), ${stranger}, ${id}, 'in',
      'contact', n, 'text', 'word', 'received', '{}', now(), ''
    from generate_series(1, 5000) n`)
  for (let count = 0; count < 200; count += 1) await insertChat(queries, { ownerId: stranger })
  await queries.execute(sql`analyze messages`)
  await queries.execute(sql`analyze chat_sessions`)
  const since = { now, today: at(10), week: at(24 * 7), lastDay: at(24) }
  const plan = async (question: SQLWrapper) =>
    JSON.stringify(await queries.execute(sql`explain ${question}`))

  expect(await plan(messagesQuery(queries, ownerId, since))).toContain('messages_by_owner')
  expect(await plan(chatsQuery(queries, ownerId, since))).not.toContain('Seq Scan')
})
