import { beforeAll, expect, test, vi } from 'vitest'

import {
  endDebounce,
  giveTo,
  openShop,
  runsOf,
  saidIn,
  turnOf,
  useAssistant,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { readChat, receive, sendReply } from '../../../test/chat-api.ts'
import { phonesOf, waitForChat } from '../../../test/phone-api.ts'
import { runChatTimers } from '../conversations/run-chat-timers.ts'

const echo = ({ inbound }: { inbound: { text: string }[] }) =>
  turnOf(`You wrote ${inbound.map(({ text }) => text).join(' ')}.`)

const { api, ai } = useAssistant(echo)

/** What the channel was asked to send, and when. */
const sent: { text: string; at: number }[] = []
beforeAll(() => {
  const { simulator } = api.channels
  if (simulator === undefined) throw new Error('There is no channel')
  const { send } = simulator
  simulator.send = (message) => {
    sent.push({ text: message.text, at: performance.now() })
    return send(message)
  }
})

test('replies to a contact, and the run says why', async () => {
  const { owner } = await openShop(api)
  const { session } = await receive(owner, { text: 'Hello' })

  const [run] = await waitForQuiet(api, session.id)

  expect(run).toMatchObject({ state: 'done', seqFrom: 1, seqTo: 1, attempt: 1, inputTokens: 100 })
  const chat = await vi.waitFor(async () => {
    const read = await readChat(owner, session.id)
    expect(read.items.at(-1).status).toBe('delivered')
    return read
  })
  expect(chat.items.map(({ text }: { text: string }) => text)).toEqual([
    'Hello',
    'You wrote Hello.',
  ])
  expect(chat.items[1]).toMatchObject({ author: 'assistant', runId: run?.id })
  expect(chat.items[1].ai).toMatchObject({ model: 'talking-1', inputTokens: 100, confidence: 0.9 })
  expect(chat.session.run).toBe('idle')
})

test('sends one reply to a burst of seven messages', async () => {
  const { owner } = await openShop(api, { assistant: { debounceSeconds: 30 } })
  let sessionId = ''
  let dueAt = 0
  for (const text of ['1', '2', '3', '4', '5', '6', '7']) {
    const { session } = await receive(owner, { text })
    sessionId = session.id
    expect(session.run).toBe('debouncing')
    const [run] = await runsOf(api, sessionId)
    const movedTo = run?.wakeAt?.getTime() ?? 0
    expect(movedTo).toBeGreaterThanOrEqual(dueAt)
    dueAt = movedTo
  }
  expect(ai.asked).toEqual([])
  await endDebounce(api, sessionId)
  const runs = await waitForQuiet(api, sessionId)
  expect(await saidIn(api, sessionId)).toEqual(['You wrote 1 2 3 4 5 6 7.'])
  expect(runs).toHaveLength(1)
  expect(ai.asked).toHaveLength(1)
})

test('replies once to messages that arrive while the model works', async () => {
  const { owner } = await openShop(api)
  const thinking = Promise.withResolvers<void>()
  ai.says(async (request) => {
    if (request.inbound.length === 1) await thinking.promise
    return echo(request)
  })
  const { session: second } = await receive(owner, { text: 'Two', from: '+919800000078' })
  await vi.waitFor(() => expect(ai.asked).toHaveLength(1))
  await receive(owner, { text: 'Three', from: '+919800000078' })
  await vi.waitFor(async () =>
    expect(await saidIn(api, second.id)).toEqual(['You wrote Two Three.']),
  )
  thinking.resolve()
  await waitForQuiet(api, second.id, 2)
  const [overtaken, answered] = await runsOf(api, second.id)
  expect(overtaken).toMatchObject({ state: 'cancelled', stopReason: 'newer_message' })
  // What the discarded answer took is known once it has come.
  await vi.waitFor(async () =>
    expect((await runsOf(api, second.id)).map(({ inputTokens }) => inputTokens)).toEqual([
      100, 100,
    ]),
  )
  expect(answered).toMatchObject({ state: 'done', seqFrom: 1, seqTo: 2 })
  expect(await saidIn(api, second.id)).toEqual(['You wrote Two Three.'])
})

interface Moment {
  /** Throws until it is there. */
  isThere: (text: string) => void
  /** Whether it has been said already by then; where nobody can know either is right. */
  isSaid: boolean[]
}

/** When an owner may reply. */
const moments: Record<string, Moment> = {
  'at once': { isThere: () => {}, isSaid: [true, false] },
  'while the model thinks': {
    isThere: (text) => {
      expect(ai.asked.some(({ inbound }) => inbound[0]?.text === text)).toBe(true)
    },
    isSaid: [false],
  },
  'when it has answered': {
    isThere: (text) => expect(answered).toContain(text),
    isSaid: [true, false],
  },
  'while it is sent': {
    isThere: (text) => expect(sent.map((one) => one.text)).toContain(`You wrote ${text}.`),
    isSaid: [true],
  },
}
const answered: string[] = []

test.each(Object.entries(moments))(
  'says nothing more once the owner has replied, %s',
  async (moment, { isThere, isSaid }) => {
    const { owner } = await openShop(api)
    let reply = Promise.withResolvers<void>()
    ai.says(async (request) => {
      // There is no other way to be sure that it thinks still.
      if (moment === 'while the model thinks') await reply.promise
      answered.push(request.inbound[0]?.text ?? '')
      return echo(request)
    })
    for (let point = 0; point < 5; point += 1) {
      reply = Promise.withResolvers<void>()
      const text = `Question ${point} ${moment}`
      const { session } = await receive(owner, { text, from: `+91980001000${point}` })
      await vi.waitFor(() => isThere(text), { interval: 1 })
      const { status } = await sendReply(owner, session.id, `I am here ${point}`)
      const repliedAt = performance.now()
      reply.resolve()
      expect(status).toBe(202)
      await waitForQuiet(api, session.id)
      await vi.waitFor(async () => {
        const { items } = await readChat(owner, session.id)
        expect(items.at(-1)).toMatchObject({ author: 'owner', status: 'delivered' })
      })
      const said = await saidIn(api, session.id)
      const late = sent.filter((one) => one.text === `You wrote ${text}.` && one.at > repliedAt)
      expect(late).toEqual([])
      expect(isSaid.map((one) => (one ? [`You wrote ${text}.`] : []))).toContainEqual(said)
      expect((await readChat(owner, session.id)).session.handler).toBe('owner')
    }
  },
  60_000,
)

test('hands over when the contact asks for a person, until the owner gives the chat back', async () => {
  const { owner } = await openShop(api, {
    job: { handoff: { keywords: ['human'] }, handoffMessage: 'Asha will write to you.' },
  })
  const { session } = await receive(owner, { text: 'A human, please' })
  await waitForQuiet(api, session.id)
  // Nobody had to think about that.
  expect(ai.asked).toEqual([])
  const chat = await readChat(owner, session.id)
  expect(chat.session).toMatchObject({ handler: 'owner', handlerReason: 'customer_request' })
  expect(chat.session.attention).toContain('handoff')
  expect(chat.session.returnAt).not.toBeNull()
  await receive(owner, { text: 'Hello?' })
  expect(await saidIn(api, session.id)).toEqual(['Asha will write to you.'])

  await sendReply(owner, session.id, 'Here I am')
  await receive(owner, { text: 'How much is a cut?' })
  const back = await giveTo(owner, session.id, 'assistant')
  expect(back.body.session.handler).toBe('assistant')
  await vi.waitFor(async () =>
    expect(await saidIn(api, session.id)).toContain('You wrote How much is a cut?.'),
  )
  const [request] = ai.asked
  expect(request?.facts).toEqual([
    expect.stringMatching(/^The owner talked with the contact until/),
  ])
  expect(request?.history.at(-1)?.text).toBe('Here I am')
})

const ravi = '+919800000001'

test('an owner who replies on their own phone has the chat until it returns to the assistant', async () => {
  const { owner } = await openShop(api)
  const phones = await phonesOf(api, owner)
  const thinking = Promise.withResolvers<void>()
  ai.says(async () => {
    await thinking.promise
    return turnOf('A cut is 300.')
  })
  await phones.write(ravi, { text: 'How much is a cut?' })
  await vi.waitFor(() => expect(ai.asked).toHaveLength(1))

  await phones.echo(ravi, 'Three hundred, Ravi')
  // The messages and the chat around them are read side by side: the one may be older.
  const { session } = await waitForChat(owner, ({ items, session: chat }) => {
    expect(items).toHaveLength(2)
    expect(items[1]).toMatchObject({ author: 'owner', text: 'Three hundred, Ravi', status: 'sent' })
    expect(items[1].billed).toBeUndefined()
    expect(chat).toMatchObject({ handler: 'owner', handlerReason: 'owner_takeover', run: 'idle' })
  })
  thinking.resolve()

  const [run] = await waitForQuiet(api, session.id)
  expect(run).toMatchObject({ state: 'cancelled', stopReason: 'owner' })

  // What the customer writes next does not give it back.
  ai.says(echo)
  await phones.write(ravi, { text: 'And a shave?' })
  await waitForChat(owner, ({ items }) => expect(items).toHaveLength(3))
  const returnAt = new Date(session.returnAt)
  await runChatTimers(api, new Date(returnAt.getTime() - 1_000))
  expect(await runsOf(api, session.id)).toHaveLength(1)
  expect(await saidIn(api, session.id)).toEqual([])

  await runChatTimers(api, returnAt)
  await waitForQuiet(api, session.id, 2)
  expect(await saidIn(api, session.id)).toEqual(['You wrote And a shave?.'])
  const [request] = ai.asked.slice(-1)
  expect(request?.facts).toEqual([expect.stringMatching(/^The owner talked with the contact/)])
})
