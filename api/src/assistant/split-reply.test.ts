import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'

import {
  openShop,
  runsOf,
  saidIn,
  startAnswering,
  talkingProvider,
  turnOf,
  waitForQuiet,
} from '../../test/assistant-api.ts'
import { receive } from '../../test/chat-api.ts'
import { useTestApi } from '../../test/test-api.ts'
import { chatSessions } from '../database/schema.ts'
import { splitReply } from './split-reply.ts'

const api = useTestApi()
const ai = talkingProvider()
/** Runs after each message that the channel accepts, before the next one is sent. */
let onceSent = async (): Promise<unknown> => undefined
beforeAll(async () => {
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
  await startAnswering(api, ai)
})

const long = 'A cut takes an hour and costs three hundred. '.repeat(40).trim()

test.each([
  [false, 1],
  [true, 2],
])(
  'long replies are split only where the owner wants it: %s',
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

test('the parts that a closed window kept back follow when the contact writes', async () => {
  const { owner, ownerId } = await openShop(api, { assistant: { splitReplies: true } })
  ai.says(() => turnOf(long))
  onceSent = () => closeWindow(ownerId)
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

const closeWindow = (ownerId: string) =>
  api.database.queries
    .update(chatSessions)
    .set({ windowExpiresAt: new Date() })
    .where(eq(chatSessions.ownerId, ownerId))

test('parts end where sentences do, are three at most, and lose nothing', () => {
  for (const sentences of [1, 23, 24, 50, 67, 90]) {
    const text = 'A cut takes an hour and costs three hundred. '.repeat(sentences).trim()
    const parts = splitReply(text, true)
    expect(parts.join(' ')).toBe(text)
    expect(parts.every((part) => part.endsWith('.'))).toBe(true)
    expect(parts).toHaveLength(text.length <= 1000 ? 1 : Math.min(3, Math.ceil(text.length / 1000)))
  }
})
