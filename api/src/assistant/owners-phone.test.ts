import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import {
  openShop,
  runsOf,
  saidIn,
  startAnswering,
  talkingProvider,
  turnOf,
  waitForQuiet,
} from '../../test/assistant-api.ts'
import { phonesOf, waitForChat } from '../../test/phone-api.ts'
import { useTestApi } from '../../test/test-api.ts'
import { watchChats } from '../chats/watch-chats.ts'

const api = useTestApi()
const ai = talkingProvider()
const ravi = '+919800000001'

beforeAll(() => startAnswering(api, ai))
beforeEach(() => {
  ai.asked.length = 0
})

test('an owner who answers on his own phone has the chat until it goes back by itself', async () => {
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
  ai.says(({ inbound }) => turnOf(`You wrote ${inbound.map(({ text }) => text).join(' ')}.`))
  await phones.write(ravi, { text: 'And a shave?' })
  await waitForChat(owner, ({ items }) => expect(items).toHaveLength(3))
  const returnAt = new Date(session.returnAt)
  await watchChats(api.database, new Date(returnAt.getTime() - 1_000))
  expect(await runsOf(api, session.id)).toHaveLength(1)
  expect(await saidIn(api, session.id)).toEqual([])

  await watchChats(api.database, returnAt)
  await waitForQuiet(api, session.id, 2)
  expect(await saidIn(api, session.id)).toEqual(['You wrote And a shave?.'])
  const [request] = ai.asked.slice(-1)
  expect(request?.facts).toEqual([expect.stringMatching(/^The owner talked with the contact/)])
})
