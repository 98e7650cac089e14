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

/** Never answers, until it is mended. */
const silent = { send: () => new Promise<never>(() => {}) }
/** Whether an answer is waited for only briefly; what is being sent keeps the time it began with. */
let isBrief = false

beforeAll(async () => {
  // Dead after its second try instead of its ninth.
  await api.queue.boss.updateQueue('message.send', {
    retryLimit: 1,
    retryDelay: 1,
    retryBackoff: false,
  })
  const { database, queue, meter, channels, logger: log } = api
  const sender = { database, queue, meter, channels }
  const give = createSendMessage(sender)
  const giveUpSoon = createSendMessage({ ...sender, answerWithinMs: 100 })
  const hear = createApplyWebhooks({ ai: rulesProvider, database, queue, meter, log })
  await queue.work({
    'message.send': (task) => (isBrief ? giveUpSoon(task) : give(task)),
    'webhook.apply': hear,
  })
})

const settle = async () =>
  settleDeadSends(
    { database: api.database, meter: api.meter, queue: api.queue },
    await listDeadTasks(api.queue.boss),
  )

test('a message that a silent channel never took has failed, costs nothing and can be tried again', async () => {
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
  const before = await tellings(ownerId)

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
  expect(await tellings(ownerId)).toBe(before + 1)

  // Every worker looks again and again.
  expect(await settle()).toBe(0)
  isBrief = false
  Object.assign(api.channels, api.whatsApp.channels)
  const retried = await owner.call('POST', `/api/chats/messages/${message.id}/retry`)
  expect(retried.status).toBeLessThan(300)
  expect(await settle()).toBe(0)
  expect(await waitForStatus(owner, session.id, message.id, 'delivered')).toMatchObject({
    attempts: 2,
    // It was paid for and paid back once; what failed by us is sent again for nothing.
    billed: { reason: 'refunded' },
  })
})

test('a throttled number is tried again though nobody tries its probe any more', async () => {
  const owner = await api.newOwner()
  const [{ session: one }, { session: two }] = [
    await receive(owner),
    await receive(owner, { from: '+919800000002' }),
  ]
  let tries = 0
  api.channels.simulator = {
    send: async () => {
      tries += 1
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
  const before = tries
  await vi.waitFor(() => expect(tries).toBeGreaterThan(before + 1))
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

/** How often the owner was told that a message had changed. */
const tellings = (ownerId: string) =>
  api.database.queries.$count(
    events,
    and(eq(events.ownerId, ownerId), eq(events.type, 'message.updated')),
  )
