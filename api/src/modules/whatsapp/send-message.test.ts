import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { readChat, receive, sendReply, startSending } from '../../../test/chat-api.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { accounts } from '../../platform/database/schema.ts'
import { ChannelLost, refusals } from '../chats/channel.ts'
import { settleCheck } from './health.ts'

const api = useTestApi()

test('only as many waiting messages are sent as the credit covers', async () => {
  const owner = await api.newOwner()
  const { session } = await receive(owner)
  await api.database.queries
    .update(accounts)
    .set({ trialMessages: 1_000_000, graceMessages: 23 })
    .where(eq(accounts.ownerId, owner.id))
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, index) => sendReply(owner, session.id, `Reply ${index}`)),
  )
  // Each of them was within the credit when it was written.
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 202))

  await startSending(api)
  const settled = await vi.waitFor(
    async () => {
      const { items, session: chat } = await readChat(owner, session.id)
      const own = items.filter(({ author }: { author: string }) => author === 'owner')
      const statuses = own.map(({ status }: { status: string }) => status).toSorted()
      expect(statuses).toEqual(['delivered', 'delivered', 'failed', 'failed', 'failed', 'failed'])
      return { own, chat }
    },
    { interval: 50 },
  )
  for (const { status, error, billed } of settled.own)
    expect(status === 'failed' ? [error.action, billed] : [billed.reason]).toEqual(
      status === 'failed' ? ['top_up', undefined] : ['charged'],
    )
  expect(settled.chat.cost).toMatchObject({ messages: 2, amountMinor: 40 })
})

test('a number reconnected while an attempt fails stays connected, and the message is sent', async () => {
  const owner = await api.newOwner()
  const { session } = await receive(owner)
  let attempts = 0
  api.channels.simulator = {
    send: async ({ reference }) => {
      attempts += 1
      if (attempts > 1) return { providerId: `sim.${reference}` }
      // The owner gives a new token, and the old one is refused.
      await settleCheck(api, owner.id, { code: undefined, quality: undefined, number: undefined })
      throw new ChannelLost(refusals.disconnected)
    },
  }

  await sendReply(owner, session.id, 'Hello')

  await vi.waitFor(
    async () => {
      const { items } = await readChat(owner, session.id)
      expect(items.at(-1)).toMatchObject({ text: 'Hello', status: 'sent' })
      expect(items.at(-1).error).toBeUndefined()
    },
    { interval: 100 },
  )
  const { user } = (await owner.call('GET', '/api/auth/profile')).body
  expect(user.settings.whatsapp.status).not.toBe('disconnected')
})
