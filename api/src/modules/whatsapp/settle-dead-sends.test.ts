import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'

import { readChat, receive, sendReply, waitForStatus } from '../../../test/chat-api.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { events } from '../../platform/database/schema.ts'
import { listDeadTasks } from '../../platform/queue/dead-tasks.ts'
import { rulesProvider } from '../ai/rules/rules-provider.ts'
import { ChannelThrottled } from '../chats/channel.ts'
import { settleDeadSends } from './held-messages.ts'
import { createSendMessage } from './send-message.ts'
import { createApplyWebhooks } from './webhooks/apply-webhooks.ts'

const api = useTestApi({ environment: async () => ({ TRIAL_MESSAGES: '0' }) })

/** A channel that never answers. */
const silent = { send: () => new Promise<never>(() => {}) }
/** Whether new sends wait only briefly for an answer. */
let isBrief = false

beforeAll(async () => {
  // Dead after its second attempt instead of its ninth.
  await api.queue.boss.updateQueue('message.send', {
    retryLimit: 1,
    retryDelay: 1,
    retryBackoff: false,
  })
  const { database, queue, meter, channels, logger: log } = api
  const sender = { database, queue, meter, channels }
  const sendMessage = createSendMessage(sender)
  const sendWithShortTimeout = createSendMessage({ ...sender, answerWithinMs: 100 })
  const applyWebhooks = createApplyWebhooks({ ai: rulesProvider, database, queue, meter, log })
  await queue.work({
    'message.send': (task) => (isBrief ? sendWithShortTimeout(task) : sendMessage(task)),
    'webhook.apply': applyWebhooks,
  })
})

const settle = async () =>
  settleDeadSends(
    { database: api.database, meter: api.meter, queue: api.queue },
    await listDeadTasks(api.queue.boss),
  )

test('a message that the channel never answered fails, is refunded and can be retried', async () => {
  const owner = await api.newOwner()
  const { id: ownerId } = owner
  const { session } = await receive(owner)
  isBrief = true
  api.channels.simulator = silent
  const { message, balance } = (await sendReply(owner, session.id, 'Yes')).body
  await vi.waitFor(
    async () => {
      const dead = await listDeadTasks(api.queue.boss)
      expect(dead.map(({ data }) => data)).toContainEqual({ messageId: message.id, attempt: 1 })
    },
    { interval: 100 },
  )
  const before = await countUpdates(ownerId)

  expect(await settle()).toBe(1)

  const chat = await readChat(owner, session.id)
  const failed = chat.items.find(({ id }: { id: string }) => id === message.id)
  expect(failed).toMatchObject({
    status: 'failed',
    attempts: 1,
    error: { title: 'The message could not be sent', retryable: true },
  })
  expect(failed.billed).toMatchObject({ reason: 'refunded' })
  expect(chat.session).toMatchObject({
    attention: expect.arrayContaining(['failed_message']),
    lastMessage: { status: 'failed' },
    cost: { messages: 0 },
  })
  expect((await owner.call('GET', '/api/billing/summary')).body.balance).toMatchObject(balance)
  expect(await countUpdates(ownerId)).toBe(before + 1)

  // Settling again changes nothing: every worker does so repeatedly.
  expect(await settle()).toBe(0)
  isBrief = false
  Object.assign(api.channels, api.whatsApp.channels)
  const retried = await owner.call('POST', `/api/chats/messages/${message.id}/retry`)
  expect(retried.status).toBeLessThan(300)
  expect(await settle()).toBe(0)
  expect(await waitForStatus(owner, session.id, message.id, 'delivered')).toMatchObject({
    attempts: 2,
    // It was charged and refunded once; the retry of our own failure is free.
    billed: { reason: 'refunded' },
  })
})

test('a throttled number sends again after its probe message was given up', async () => {
  const owner = await api.newOwner()
  const [{ session: one }, { session: two }] = [
    await receive(owner),
    await receive(owner, { from: '+919800000002' }),
  ]
  let sends = 0
  api.channels.simulator = {
    send: async () => {
      sends += 1
      throw new ChannelThrottled({ firstMs: 100 })
    },
  }
  const isHeld = (sessionId: string) =>
    vi.waitFor(async () => {
      const { items } = await readChat(owner, sessionId)
      expect(items.at(-1)).toMatchObject({ status: 'queued', error: { code: 130_429 } })
    })
  const { message: probe } = (await sendReply(owner, one.id, 'One')).body
  await isHeld(one.id)
  const { message: other } = (await sendReply(owner, two.id, 'Two')).body
  await isHeld(two.id)

  isBrief = true
  const before = sends
  await vi.waitFor(() => expect(sends).toBeGreaterThan(before + 1))
  api.channels.simulator = silent
  await vi.waitFor(
    async () => {
      const dead = (await listDeadTasks(api.queue.boss)).map(({ data }) => data)
      expect(dead).toContainEqual(expect.objectContaining({ messageId: probe.id }))
    },
    { interval: 100 },
  )
  isBrief = false
  Object.assign(api.channels, api.whatsApp.channels)
  expect(await settle()).toBe(1)

  await waitForStatus(owner, two.id, other.id, 'delivered')
  await waitForStatus(owner, one.id, probe.id, 'failed')
})

/** How many `message.updated` events the owner got. */
const countUpdates = (ownerId: string) =>
  api.database.queries.$count(
    events,
    and(eq(events.ownerId, ownerId), eq(events.type, 'message.updated')),
  )
