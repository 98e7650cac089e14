import { beforeAll, expect, test, vi } from 'vitest'

import { startWorking, waitForChat } from '../../../../test/phone-api.ts'
import { useTestApi } from '../../../../test/test-api.ts'
import { connect, now, textOf } from '../../../../test/webhook-api.ts'
import { golden } from '../../../../test/webhook-shapes.ts'

const api = useTestApi()
beforeAll(() => startWorking(api))

let number = 700
async function openNumber() {
  const owner = await api.newOwner()
  number += 1
  return { owner, ...(await connect(api, owner, String(number))) }
}

let count = 0
const asha = '919800000001'
/** The webhook value of a message from Asha with this content. */
function webhookOf(content: object) {
  count += 1
  const about = { from: asha, id: `wamid.shape.${count}`, timestamp: String(now() - 900 + count) }
  return {
    contacts: [{ profile: { name: 'Asha' }, wa_id: asha }],
    messages: [{ ...about, ...content }],
  }
}

test.each(golden)('%s', async (_what, content, sees, unread) => {
  const { owner, sendWebhook } = await openNumber()
  const greeted = webhookOf({ type: 'text', text: { body: 'First' } })
  await sendWebhook(greeted)
  await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
  const webhook = webhookOf(content)
  for (let copy = 0; copy < 3; copy += 1) await sendWebhook(webhook)
  await sendWebhook(textOf('wamid.last', 'Last', now()))

  const { items, session } = await waitForChat(owner, ({ items: all }) =>
    expect(all.at(-1)).toMatchObject({ text: 'Last' }),
  )
  const between = items.slice(1, -1).map(({ author, type, text, kind }) => ({
    author,
    type,
    text,
    kind,
  }))
  expect(between).toEqual(sees === undefined ? [] : [sees])
  expect(session.unreadCount).toBe(2 + unread)
})

test('a reaction is shown at its message, can be replaced or removed, and is never unread', async () => {
  const { owner, sendWebhook } = await openNumber()
  const first = webhookOf({ type: 'text', text: { body: 'First' } })
  const about = first.messages[0]?.id
  await sendWebhook(first)
  await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
  const react = (emoji?: string) =>
    webhookOf({
      type: 'reaction',
      reaction: { message_id: about, ...(emoji !== undefined && { emoji }) },
    })
  const given = [react('👍'), react('❤️'), react()]
  for (const [index, emoji] of ['👍', '❤️', undefined].entries()) {
    await sendWebhook(given[index] ?? {})
    await waitForChat(owner, ({ items }) => expect(items).toMatchObject([{ text: 'First' }]))
    await vi.waitFor(async () => {
      const { items } = await waitForChat(owner, () => {})
      expect(items.map(({ reaction }) => reaction)).toEqual([emoji])
    })
  }
  // Repeated webhooks change nothing, and a reaction to an unknown message is ignored.
  for (const again of given) await sendWebhook(again)
  await sendWebhook(
    webhookOf({ type: 'reaction', reaction: { message_id: 'wamid.elsewhere', emoji: '👍' } }),
  )
  await sendWebhook(textOf('wamid.after', 'After', now()))

  const { items, session } = await waitForChat(owner, ({ items: all }) =>
    expect(all).toHaveLength(2),
  )
  expect(items.map(({ reaction }) => reaction)).toEqual([undefined, undefined])
  expect(session).toMatchObject({ unreadCount: 2, lastMessage: { preview: 'After' } })
})

test('a message shows the ad it came from or the product it is about', async () => {
  const { owner, sendWebhook } = await openNumber()
  const referral = {
    source_url: 'https://fb.me/1',
    source_type: 'ad',
    headline: 'Summer sale',
    ctwa_clid: 'follows-a-person',
  }
  await sendWebhook(webhookOf({ type: 'text', text: { body: 'Hello' }, referral }))
  const context = { from: '1', id: null, referred_product: { product_retailer_id: 'SKU-9' } }
  await sendWebhook(webhookOf({ type: 'text', text: { body: 'Is this available?' }, context }))

  const { items } = await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(2))
  expect(items.map(({ about }) => about)).toEqual([
    { kind: 'ad', name: 'Summer sale', url: 'https://fb.me/1' },
    { kind: 'product', name: 'SKU-9' },
  ])
  expect(JSON.stringify(items)).not.toContain('follows-a-person')
})

test.each([
  ['seconds as text', (at: number) => String(at)],
  ['seconds', (at: number) => at],
  ['milliseconds', (at: number) => at * 1000],
  ['nothing', () => ''],
  ['something else', () => ({ seconds: 1 })],
])(
  'a timestamp given as %s is the time of writing, or of arrival if it cannot be read',
  async (_what, written) => {
    const { owner, sendWebhook } = await openNumber()
    const message = webhookOf({ type: 'text', text: { body: 'Now' } })
    await sendWebhook({
      ...message,
      messages: [{ ...message.messages[0], timestamp: written(now() - 1) }],
    })

    const { items, session } = await waitForChat(owner, ({ items: all }) =>
      expect(all).toHaveLength(1),
    )
    expect(Math.abs(Date.now() - Date.parse(items[0].createdAt))).toBeLessThan(60_000)
    expect(session.window.open).toBe(true)
  },
)

test('a missed call is a line in the chat, and opens a chat if there was none', async () => {
  const { owner, sendWebhook } = await openNumber()
  const call = { from: asha, to: '1', event: 'terminate', direction: 'USER_INITIATED' }
  const at = { timestamp: String(now() - 5) }
  const contacts = [{ profile: { name: 'Asha' }, wa_id: asha }]
  for (const more of [
    { id: 'wacid.1', event: 'connect' },
    { id: 'wacid.1', status: 'COMPLETED', duration: 12 },
    { id: 'wacid.2', direction: 'BUSINESS_INITIATED', status: 'FAILED' },
  ])
    await sendWebhook({ contacts, calls: [{ ...call, ...at, ...more }] }, 'calls')
  const missed = { contacts, calls: [{ ...call, ...at, id: 'wacid.3', status: 'FAILED' }] }
  for (let copy = 0; copy < 3; copy += 1) await sendWebhook(missed, 'calls')

  const { session, items } = await waitForChat(owner, ({ items: all }) =>
    expect(all).toHaveLength(1),
  )
  expect(items).toMatchObject([{ type: 'event', kind: 'missed_call' }])
  expect(session).toMatchObject({
    contact: { name: 'Asha' },
    unreadCount: 0,
    window: { open: false },
    lastMessage: { preview: 'Missed call' },
  })
})
