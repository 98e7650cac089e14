import { beforeAll, expect, test, vi } from 'vitest'

import { readChat, receive, sendReply, startSending } from '../../test/chat-api.ts'
import { ownerIdOf } from '../../test/owner-id.ts'
import { useTestApi } from '../../test/test-api.ts'
import { settleCheck } from '../whatsapp/health.ts'
import { ChannelLost, refusals } from './channel.ts'

const api = useTestApi()
beforeAll(() => startSending(api))

test('a number that is connected again while a try fails is not lost, and the message goes out', async () => {
  const owner = await api.newOwner()
  const ownerId = await ownerIdOf(api, owner)
  const { session } = await receive(owner)
  let tries = 0
  api.channels.simulator = {
    send: async ({ reference }) => {
      tries += 1
      if (tries > 1) return { providerId: `sim.${reference}`, known: [] }
      // The owner gives a new token, and the old one is refused.
      await settleCheck(api, ownerId, { code: undefined, quality: undefined })
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
