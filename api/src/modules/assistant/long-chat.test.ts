import { beforeEach, expect, test, vi } from 'vitest'

import {
  asking,
  openShop,
  runsOf,
  turnOf,
  useAssistant,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { readChat, receive } from '../../../test/chat-api.ts'
import { newId } from '../../platform/database/new-id.ts'
import { AiUnavailable } from '../ai/ai-provider.ts'
import { appendMessage } from '../chats/messages/messages.repo.ts'

const { api, ai } = useAssistant(() => turnOf('Fine.'))
const summarise = vi.spyOn(ai, 'summarise')
beforeEach(() => void summarise.mockClear())

/** What was said in a chat before, turn and turn about. */
async function say(ownerId: string, sessionId: string, texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    const isIn = index % 2 === 0
    const at = new Date()
    await appendMessage(api.database.queries, {
      id: newId('message'),
      ownerId,
      sessionId,
      direction: isIn ? 'in' : 'out',
      // What the owner says leaves nothing to answer.
      author: isIn ? 'contact' : 'owner',
      type: 'text',
      text,
      status: isIn ? 'received' : 'delivered',
      statusAt: {},
      createdAt: at,
    })
  }
}

const job = asking(['name'], ['code', 'text', { sensitive: true }])

/** A chat of two hundred messages, of which two are answers. */
async function openLongChat() {
  const { owner, ownerId } = await openShop(api, { job })
  ai.says(() =>
    turnOf('Fine.', {
      fields: { name: 'Asha', code: '4711' },
      evidence: { name: 'Asha', code: '4711' },
    }),
  )
  const { session } = await receive(owner, { text: 'I am Asha, 4711. Do you take cards?' })
  await waitForQuiet(api, session.id)
  ai.says(() => turnOf('Fine.'))
  const texts = Array.from({ length: 198 }, (_, index) => `line ${index} .`)
  texts[20] = 'How late are you open?'
  await say(ownerId, session.id, texts)
  let runs = 1
  return {
    owner,
    ownerId,
    sessionId: session.id as string,
    ask: async (text: string) => {
      runs += 1
      await receive(owner, { text })
      await waitForQuiet(api, session.id, runs)
      return ai.asked.at(-1)
    },
  }
}

test('shows the model the last messages of two hundred, and a summary of the others', async () => {
  const { owner, ownerId, sessionId, ask } = await openLongChat()

  const first = await ask('And on Sundays?')

  expect(first?.history).toHaveLength(20)
  expect(first?.history[0]?.text).toBe('line 178 .')
  const wanted = 'name: Asha\ncode: •••\n“How late are you open?”'
  expect(first?.summary).toBe(wanted)
  expect(summarise.mock.calls[0]?.[0].messages.at(-1)?.text).toBe('line 177 .')
  const { session } = await readChat(owner, sessionId)
  expect(session.summary).toEqual({
    text: wanted,
    at: expect.any(String),
    byModel: 'talking-1',
  })

  // It is written again only when there is more to tell, and nothing falls in between.
  const second = await ask('And on Mondays?')
  expect(second?.summary).toBe(wanted)
  expect(second?.history[0]?.text).toBe('line 178 .')
  expect(summarise).toHaveBeenCalledTimes(1)
  await say(
    ownerId,
    sessionId,
    Array.from({ length: 12 }, (_, index) => `more ${index} .`),
  )
  const third = await ask('And on Fridays?')
  expect(summarise).toHaveBeenCalledTimes(2)
  const [told] = summarise.mock.calls[1] ?? []
  expect(told?.earlier).toBe(wanted)
  expect(told?.messages[0]?.text).toBe('line 178 .')
  expect(third?.history).toHaveLength(20)
  expect(third?.summary).toContain('How late are you open?')
})

test('replies although the summary fails, and records its cost', async () => {
  const { sessionId, ask } = await openLongChat()
  const usage = { inputTokens: 7, outputTokens: 0 }
  summarise.mockRejectedValueOnce(new AiUnavailable('Not now', { usage }))
  const asked = await ask('And on Sundays?')
  expect(asked?.summary).toBeUndefined()
  expect(asked?.history).toHaveLength(30)
  expect((await runsOf(api, sessionId)).at(-1)).toMatchObject({ state: 'done', inputTokens: 107 })

  summarise.mockResolvedValueOnce({ summary: 'She asks a lot.\0', usage })
  expect((await ask('And on Mondays?'))?.summary).toBe('She asks a lot.')
  expect((await runsOf(api, sessionId)).at(-1)).toMatchObject({ inputTokens: 107 })
})

test('in a new chat the model gets the contact’s name and the topic of the chat before', async () => {
  const { owner } = await openShop(api, { job })
  const write = async (text: string, from = '+919800000001') => {
    const { session } = await receive(owner, { text, from, name: 'Ravi' })
    await waitForQuiet(api, session.id)
    return { session, customer: ai.asked.at(-1)?.customer }
  }
  ai.says(() =>
    turnOf('Fine.', {
      fields: { name: 'Dosa', code: '4711' },
      evidence: { name: 'Dosa', code: '4711' },
    }),
  )
  const first = await write('Dosa please, 4711. Do you deliver?')
  expect(first.customer).toEqual({ name: 'Ravi' })
  await owner.call('POST', `/api/chats/sessions/${first.session.id}/close`)

  const second = await write('Hello again')
  expect(second.session.id).not.toBe(first.session.id)
  expect(second.customer).toEqual({ name: 'Ravi', lastChat: 'name: Dosa\ncode: •••' })
  // Nobody hears of others.
  expect((await write('Hello', '+919800000002')).customer).toEqual({ name: 'Ravi' })
})
