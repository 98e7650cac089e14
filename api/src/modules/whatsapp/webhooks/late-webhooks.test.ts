import { maxDebounceSeconds } from '@errand/contract/settings'
import { expect, test, vi } from 'vitest'

import {
  endDebounce,
  openShop,
  runsOf,
  saidIn,
  useAssistant,
  waitForQuiet,
} from '../../../../test/assistant-api.ts'
import { waitForChat } from '../../../../test/phone-api.ts'
import { textOf } from '../../../../test/webhook-api.ts'
import { webhookEvents } from '../../../platform/database/schema.ts'
import { sendersOf } from './ingest-webhook.ts'

const { api } = useAssistant()

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

interface WebhookOptions {
  writtenAt?: Date
  receivedAt?: Date
  /** The member that names the contact: `from` is the number, `from_user_id` the id if it is hidden. */
  sender?: string
  /** Not applied before that. */
  retryAt?: Date
}

/** Stores the webhook of a text message, to be applied by the next task. */
async function storeWebhook(ownerId: string, text: string, options: WebhookOptions): Promise<void> {
  const { writtenAt = new Date(), receivedAt = writtenAt, sender = 'from', retryAt } = options
  const at = Math.floor(writtenAt.getTime() / 1000)
  const { contacts, messages } = textOf(`wamid.${ownerId}.${text}`, text, at)
  const value = {
    contacts,
    messages: messages.map(({ from, ...rest }) => ({ [sender]: from, ...rest })),
  }
  const entry = [{ id: '9', changes: [{ field: 'messages', value }] }]
  const envelope = { object: 'whatsapp_business_account', entry } as const
  const body = JSON.stringify(envelope)
  const senders = sendersOf(envelope)
  const { queries } = api.database
  const row = { ownerId, channel: 'simulator', body, senders, receivedAt, retryAt } as const
  await queries.insert(webhookEvents).values(row)
}

const applyWebhooks = (ownerId: string) =>
  api.queue.add(api.database.queries, 'webhook.apply', { ownerId })

/** The longest debounce; the test ends it itself. */
const longDebounce = { assistant: { debounceSeconds: maxDebounceSeconds } }

/** Applies the webhook of an older text now, and returns the replies and runs. */
async function applyOldText(writtenAt: Date, receivedAt: Date) {
  const { owner, ownerId } = await openShop(api)
  await storeWebhook(ownerId, 'Hello', { writtenAt, receivedAt })
  await applyWebhooks(ownerId)
  const { session } = await waitForChat(owner, ({ items }) => expect(items).not.toEqual([]))
  await waitForQuiet(api, session.id)
  return { said: await saidIn(api, session.id), runs: await runsOf(api, session.id) }
}

test('a message that waited in our own queue is answered', async () => {
  const { said } = await applyOldText(minutesAgo(10), minutesAgo(10))
  expect(said).toEqual(['You wrote Hello.'])
})

test.each([
  ['whose webhook arrived too late', minutesAgo(10), minutesAgo(6)],
  ['that waited too long in our queue', minutesAgo(16), minutesAgo(16)],
])('a message %s is stored and not answered', async (_, writtenAt, receivedAt) => {
  const { said, runs } = await applyOldText(writtenAt, receivedAt)
  expect(said).toEqual([])
  expect(runs).toMatchObject([{ state: 'cancelled', stopReason: 'too_old' }])
})

test.each([
  ['', 'from'],
  [' (contact without a number)', 'from_user_id'],
])(
  'messages written together get one reply, though one of them is applied later%s',
  async (_, sender) => {
    const { owner, ownerId } = await openShop(api, longDebounce)
    await storeWebhook(ownerId, 'One', { sender })
    await applyWebhooks(ownerId)
    const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
    await storeWebhook(ownerId, 'Two', { sender })
    const dueAt = () => runsOf(api, session.id).then(([run]) => run?.wakeAt?.getTime() ?? 0)
    const endedAt = await endDebounce(api, session.id)
    await vi.waitFor(async () => expect(await dueAt()).toBeGreaterThan(endedAt.getTime()))
    expect(await saidIn(api, session.id)).toEqual([])

    await applyWebhooks(ownerId)
    await waitForChat(owner, ({ items }) => expect(items).toHaveLength(2))
    await endDebounce(api, session.id)
    await waitForQuiet(api, session.id)
    expect(await saidIn(api, session.id)).toEqual(['You wrote One Two.'])
  },
)

test('a reply does not wait for a webhook that keeps failing', async () => {
  const { owner, ownerId } = await openShop(api, longDebounce)
  await storeWebhook(ownerId, 'One', { writtenAt: minutesAgo(9) })
  await applyWebhooks(ownerId)
  const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
  await storeWebhook(ownerId, 'Two', { writtenAt: minutesAgo(9), retryAt: minutesAgo(-9) })
  await endDebounce(api, session.id)

  await waitForQuiet(api, session.id)
  expect(await saidIn(api, session.id)).toEqual(['You wrote One.'])
})
