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

const { api } = useAssistant()

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

interface Told {
  writtenAt?: Date
  receivedAt?: Date
  /** How the provider names whoever wrote: by the number, or by an id if that is hidden. */
  by?: string
  /** Not worked in before that. */
  retryAt?: Date
}

/** A text as we were told of it, to be worked in by the next task. */
async function tellOf(ownerId: string, text: string, told: Told): Promise<void> {
  const { writtenAt = new Date(), receivedAt = writtenAt, by = 'from', retryAt } = told
  const at = Math.floor(writtenAt.getTime() / 1000)
  const { contacts, messages } = textOf(`wamid.${ownerId}.${text}`, text, at)
  const value = {
    contacts,
    messages: messages.map(({ from, ...rest }) => ({ [by]: from, ...rest })),
  }
  const entry = [{ id: '9', changes: [{ field: 'messages', value }] }]
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry })
  const { queries } = api.database
  const row = { ownerId, channel: 'simulator', body, receivedAt, retryAt } as const
  await queries.insert(webhookEvents).values(row)
}

const workIn = (ownerId: string) =>
  api.queue.add(api.database.queries, 'webhook.apply', { ownerId })

/** The longest debounce: the test ends it. */
const longDebounce = { assistant: { debounceSeconds: maxDebounceSeconds } }

/** What became of a text that came to us a while ago, and is worked in now. */
async function answerTo(writtenAt: Date, receivedAt: Date) {
  const { owner, ownerId } = await openShop(api)
  await tellOf(ownerId, 'Hello', { writtenAt, receivedAt })
  await workIn(ownerId)
  const { session } = await waitForChat(owner, ({ items }) => expect(items).not.toEqual([]))
  await waitForQuiet(api, session.id)
  return { said: await saidIn(api, session.id), runs: await runsOf(api, session.id) }
}

test('what has waited with us is answered, however much there was to do', async () => {
  const { said } = await answerTo(minutesAgo(10), minutesAgo(10))
  expect(said).toEqual(['You wrote Hello.'])
})

test.each([
  ['was old when we were told of it', minutesAgo(10), minutesAgo(6)],
  ['is of an outage of our own', minutesAgo(16), minutesAgo(16)],
])('what %s is kept and not answered', async (_, writtenAt, receivedAt) => {
  const { said, runs } = await answerTo(writtenAt, receivedAt)
  expect(said).toEqual([])
  expect(runs).toMatchObject([{ state: 'cancelled', stopReason: 'too_old' }])
})

test.each([
  ['', 'from'],
  [', also by somebody without a number', 'from_user_id'],
])(
  'what is written in one go is answered once, though some of it waits for us%s',
  async (_, by) => {
    const { owner, ownerId } = await openShop(api, longDebounce)
    await tellOf(ownerId, 'One', { by })
    await workIn(ownerId)
    const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
    await tellOf(ownerId, 'Two', { by })
    const dueAt = () => runsOf(api, session.id).then(([run]) => run?.wakeAt?.getTime() ?? 0)
    const endedAt = await endDebounce(api, session.id)
    await vi.waitFor(async () => expect(await dueAt()).toBeGreaterThan(endedAt.getTime()))
    expect(await saidIn(api, session.id)).toEqual([])

    await workIn(ownerId)
    await waitForChat(owner, ({ items }) => expect(items).toHaveLength(2))
    await endDebounce(api, session.id)
    await waitForQuiet(api, session.id)
    expect(await saidIn(api, session.id)).toEqual(['You wrote One Two.'])
  },
)

test('what cannot be worked in for long keeps nobody waiting', async () => {
  const { owner, ownerId } = await openShop(api, longDebounce)
  await tellOf(ownerId, 'One', { writtenAt: minutesAgo(9) })
  await workIn(ownerId)
  const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
  await tellOf(ownerId, 'Two', { writtenAt: minutesAgo(9), retryAt: minutesAgo(-9) })
  await endDebounce(api, session.id)

  await waitForQuiet(api, session.id)
  expect(await saidIn(api, session.id)).toEqual(['You wrote One.'])
})
