import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'

import {
  closeWindow,
  giveTo,
  openShop,
  runsOf,
  saidIn,
  turnOf,
  useAssistant,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { readChat, receive, waitForStatus } from '../../../test/chat-api.ts'
import { insertTemplate } from '../../../test/chat-rows.ts'
import { messages, type templates } from '../../platform/database/schema.ts'
import { updateRun } from '../chats/runs.ts'

/** The window closes while the model thinks. */
const { api, ai } = useAssistant(async () => {
  await closeWindow(api)
  return turnOf('A cut is 300.')
})

test('keeps a reply for a closed window until the contact writes', async () => {
  const { owner } = await openShop(api)
  const { session } = await receive(owner, { text: 'Price?' })
  await vi.waitFor(async () => {
    const { session: chat } = await readChat(owner, session.id)
    expect(chat.attention).toContain('awaiting_template')
  })
  expect((await runsOf(api, session.id)).map(({ state }) => state)).toEqual(['parked'])
  expect(await saidIn(api, session.id)).toEqual([])

  ai.says(() => turnOf('You are welcome.'))
  await receive(owner, { text: 'Hello?' })
  await waitForQuiet(api, session.id, 2)
  expect(await saidIn(api, session.id)).toEqual(['A cut is 300.', 'You are welcome.'])
  expect((await readChat(owner, session.id)).session.attention).not.toContain('awaiting_template')
})

test('a message on its way when the window closes fails instead of waiting', async () => {
  const { queries } = api.database
  const { owner } = await openShop(api)
  ai.says(() => turnOf('A cut is 300.'))
  const { session } = await receive(owner, { text: 'Price?' })
  const [run] = await waitForQuiet(api, session.id)
  const { items } = await readChat(owner, session.id)
  const { id } = items.at(-1)
  // Else what is told of its arrival comes in between.
  await waitForStatus(owner, session.id, id, 'delivered')
  // A worker that took it has died since.
  const taken = { status: 'queued', heldUntil: null, providerId: null } as const
  await queries.update(messages).set(taken).where(eq(messages.id, id))
  const sending = { state: 'sending', finishedAt: null } as const
  await updateRun(queries, run?.id ?? '', sending)
  await closeWindow(api)

  await api.queue.add(queries, 'message.send', { messageId: id, attempt: 1 })
  const failed = await waitForStatus(owner, session.id, id, 'failed')
  expect(failed.error).toMatchObject({ action: 'send_template' })
  expect((await runsOf(api, session.id)).map(({ state }) => state)).toEqual(['done'])
})

test('drops a waiting reply once the owner has replied', async () => {
  const { owner } = await openShop(api)
  const { session } = await receive(owner, { text: 'Price?' })
  await vi.waitFor(async () => expect((await runsOf(api, session.id))[0]?.state).toBe('parked'))
  await giveTo(owner, session.id, 'owner')
  await receive(owner, { text: 'Hello?' })
  expect((await runsOf(api, session.id)).map(({ stopReason }) => stopReason)).toEqual(['owner'])
  expect(await saidIn(api, session.id)).toEqual([])
})

/** Runs after each message that the channel accepts, before the next one is sent. */
let onceSent = async (): Promise<unknown> => undefined
beforeAll(() => {
  const { simulator } = api.channels
  if (simulator === undefined) throw new Error('There is no channel')
  api.channels.simulator = {
    ...simulator,
    send: async (message) => {
      const accepted = await simulator.send(message)
      await onceSent()
      return accepted
    },
  }
})

const long = 'A cut takes an hour and costs three hundred. '.repeat(40).trim()

test.each([
  [false, 1],
  [true, 2],
])(
  'splits long replies only if the owner chose that: %s',
  async (splitReplies, parts) => {
    const { owner } = await openShop(api, { assistant: { splitReplies } })
    ai.says(() => turnOf(long))
    const { session } = await receive(owner)
    await waitForQuiet(api, session.id)

    const said = await saidIn(api, session.id)
    expect(said).toHaveLength(parts)
    expect(said.join(' ')).toBe(long)
  },
  30_000,
)

test('sends the parts that a closed window kept when the contact writes', async () => {
  const { owner } = await openShop(api, { assistant: { splitReplies: true } })
  ai.says(() => turnOf(long))
  onceSent = () => closeWindow(api)
  const { session } = await receive(owner)
  await vi.waitFor(async () => expect((await runsOf(api, session.id))[0]?.state).toBe('parked'))
  expect(await saidIn(api, session.id)).toHaveLength(1)

  onceSent = async () => undefined
  ai.says(() => turnOf('You are welcome.'))
  await receive(owner, { text: 'And?' })
  await waitForQuiet(api, session.id, 2)
  const said = await saidIn(api, session.id)
  expect(said).toHaveLength(3)
  expect(said.slice(0, 2).join(' ')).toBe(long)
  expect((await runsOf(api, session.id)).map(({ state }) => state)).toEqual(['done', 'done'])
})

const nudgeTemplate = 'answer_waits'

async function shopWith(assistant: object, template: Partial<typeof templates.$inferInsert> = {}) {
  const shop = await openShop(api, { assistant })
  await insertTemplate(api.database.queries, {
    ownerId: shop.ownerId,
    name: nudgeTemplate,
    body: 'We have an answer for you. Write to read it.',
    ...template,
  })
  return shop
}

type Shop = Awaited<ReturnType<typeof shopWith>>

/** Asks until so many replies are parked; what went out as a template. */
async function nudgesAfter({ owner }: Shop, questions: number) {
  let sessionId = ''
  for (let count = 1; count <= questions; count += 1) {
    sessionId = (await receive(owner, { text: `Price ${count}?` })).session.id
    await vi.waitFor(async () => {
      const runs = await runsOf(api, sessionId)
      expect(runs).toHaveLength(count)
      expect(runs.at(-1)?.state).toBe('parked')
    })
  }
  const { items } = await readChat(owner, sessionId)
  return items.filter(({ type }: { type: string }) => type === 'template')
}

test('sends a template once a day to a contact whose answer waits for a closed window', async () => {
  const shop = await shopWith({ nudgeTemplate })
  const nudges = await nudgesAfter(shop, 2)
  expect(nudges).toMatchObject([
    { author: 'assistant', text: 'We have an answer for you. Write to read it.' },
  ])
})

test('sends that template in the language of the waiting answer', async () => {
  const shop = await shopWith({ nudgeTemplate })
  const hindi = {
    ownerId: shop.ownerId,
    name: nudgeTemplate,
    language: 'hi',
    body: 'आपका जवाब तैयार है।',
  }
  await insertTemplate(api.database.queries, hindi)
  ai.says(async () => {
    await closeWindow(api)
    return turnOf('बाल कटवाना 300 रुपये का है।', { language: 'hi' })
  })
  expect(await nudgesAfter(shop, 1)).toMatchObject([{ text: 'आपका जवाब तैयार है।' }])
})

test.each([
  ['no template is chosen', { nudgeTemplate: '' }, {}],
  ['the template is not approved', { nudgeTemplate }, { status: 'PAUSED' as const }],
  ['the template is marketing', { nudgeTemplate }, { category: 'MARKETING' as const }],
  [
    'the template has variables without values',
    { nudgeTemplate },
    { body: 'Hi {{1}}', variables: [{ name: '1', example: 'Ravi' }] },
  ],
])(
  'no template is sent when %s',
  async (_why, assistant, template) => {
    expect(await nudgesAfter(await shopWith(assistant, template), 1)).toEqual([])
  },
  60_000,
)
