import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'

import { startWorking } from '../../../../test/phone-api.ts'
import { useTestApi, type Person } from '../../../../test/test-api.ts'
import { connect, now, textOf } from '../../../../test/webhook-api.ts'
import { webhookEvents } from '../../../platform/database/schema.ts'

const api = useTestApi()
beforeAll(() => startWorking(api))

/** All chats of an owner, without our ids and storage times. */
async function contentOf(owner: Person) {
  const { items: sessions } = (await owner.call('GET', '/api/chats/sessions?limit=100')).body
  const chats = []
  for (const session of sessions) {
    const { body } = await owner.call('GET', `/api/chats/sessions/${session.id}/messages?limit=100`)
    const names = new Map(body.items.map((item: Item) => [item.id, item.providerId]))
    chats.push({
      who: session.contact.phoneNumber,
      unread: session.unreadCount,
      window: session.window,
      last: session.lastMessage.preview,
      messages: body.items.map((item: Item) => ({
        providerId: item.providerId,
        text: item.text,
        status: item.status,
        seq: item.seq,
        statusAt: item.statusAt,
        replyTo: names.get(item.replyToId ?? ''),
        at: item.createdAt,
      })),
    })
  }
  return chats.toSorted((one, other) => (one.who < other.who ? -1 : 1))
}

interface Item {
  id: string
  providerId: string
  text: string
  status: string
  seq: number
  statusAt: object
  replyToId?: string
  createdAt: string
}

test('webhooks delivered three times and in any order have the same result', async () => {
  const start = now() - 600
  const inbound = Array.from({ length: 12 }, (_, index) => {
    const from = `91980000000${index % 3}`
    const { contacts, messages } = textOf(`wamid.${index}`, `Word ${index}`, start + index, from)
    const context = index < 3 ? {} : { context: { id: `wamid.${index - 3}` } }
    return { field: 'messages', value: { contacts, messages: [{ ...messages[0], ...context }] } }
  })
  const echoes = [0, 1, 2].map((index) => {
    const echo = { from: '1', to: `91980000000${index}`, id: `wamid.e${index}` }
    const said = { type: 'text', text: { body: `Mine ${index}` } }
    const value = { message_echoes: [{ ...echo, timestamp: String(start + 20 + index), ...said }] }
    return { field: 'smb_message_echoes', value }
  })
  const statuses = [0, 1, 2].flatMap((index) =>
    ['sent', 'delivered', 'read'].map((status, step) => {
      const timestamp = String(start + 30 + step)
      const value = { statuses: [{ id: `wamid.e${index}`, status, timestamp }] }
      return { field: 'messages', value }
    }),
  )
  const all = [...inbound, ...echoes, ...statuses]
  let count = 0
  const outcomeOf = async (order: typeof all) => {
    const owner = await api.newOwner()
    count += 1
    const { sendWebhook } = await connect(api, owner, `20${count}`)
    // All webhooks are stored before any is applied.
    await api.queue.drain()
    for (const { field, value } of order) await sendWebhook(value, field)
    await startWorking(api)
    await vi.waitFor(async () => expect(await left()).toBe(0), { interval: 50 })
    return contentOf(owner)
  }
  const left = () => api.database.queries.$count(webhookEvents)
  const expected = await outcomeOf(all)
  expect(expected).toHaveLength(3)
  expect(expected[0]?.messages).toHaveLength(5)
  expect(expected[0]?.messages.at(-1)).toMatchObject({ status: 'read', text: 'Mine 0' })

  const positions = Array.from({ length: all.length * 3 }, (_, index) => index)
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(positions, { minLength: positions.length }),
      async (shuffled) => {
        const order = shuffled.flatMap((position) => all[position % all.length] ?? [])
        expect(await outcomeOf(order)).toEqual(expected)
      },
    ),
    { numRuns: 4, endOnFailure: true },
  )
})
