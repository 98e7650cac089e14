import { expect, test } from 'vitest'

import {
  asking,
  openShop,
  saidIn,
  turnOf,
  useAssistant,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { readChat, receive, sendReply } from '../../../test/chat-api.ts'

const { api, ai } = useAssistant()

const parking = 'Is there parking?'
const dogs = 'Do you take dogs?'

/** A chat in which two questions were asked that nothing answers, and a way to go on with it. */
async function openChat() {
  const job = { ...asking(['name']), completionMessage: 'See you!' }
  const { owner, jobId } = await openShop(api, { job })
  let runs = 0
  const say = async (text: string, turn: Parameters<typeof turnOf>[1] & { reply?: string }) => {
    ai.says(() => turnOf(turn.reply ?? 'I will ask.', turn))
    const { session } = await receive(owner, { text })
    runs += 1
    await waitForQuiet(api, session.id, runs)
    return { sessionId: session.id as string, asked: ai.asked.at(-1) }
  }
  for (const text of [parking, dogs]) await say(text, { intent: 'question', unanswered: text })
  return { owner, jobId, say }
}

test('keeps a question for the owner open until the end of the chat, and after it', async () => {
  const { owner, say } = await openChat()
  const name = { fields: { name: 'Asha' }, evidence: { name: 'Asha' }, reply: '' }

  const { asked, sessionId } = await say('Asha', name)
  expect(asked?.openQuestions).toEqual([parking, dogs])
  const open = `Our team still has to answer: “${parking}” and “${dogs}”`
  expect((await saidIn(api, sessionId)).at(-1)).toContain(`• name: Asha\n${open}\n`)

  // Who only looks has not answered.
  for (const handler of ['owner', 'assistant']) {
    const path = `/api/chats/sessions/${sessionId}/handler`
    expect((await owner.call('POST', path, { body: { handler } })).status).toBe(200)
  }
  await say('yes', { action: 'complete', reply: 'All is settled.' })
  expect((await saidIn(api, sessionId)).slice(-2)).toEqual(['See you!', open])
  expect((await readChat(owner, sessionId)).session).toMatchObject({
    status: 'completed',
    attention: expect.arrayContaining(['handoff']),
  })

  const after = await say('thanks', { reply: 'You are welcome!' })
  expect(after.asked).toMatchObject({ phase: 'completed', openQuestions: [parking, dogs] })
  expect((await readChat(owner, sessionId)).session.attention).toContain('handoff')
})

test('closes a question that the owner has answered, dismissed or written about', async () => {
  const { owner, jobId, say } = await openChat()
  for (const [question, answer] of [
    [parking, 'Behind the house.'],
    [dogs, null],
  ]) {
    const { asked } = await say('hm', {})
    expect(asked?.openQuestions).toContain(question)
    await owner.call('POST', `/api/jobs/${jobId}/answers`, { body: { question, answer } })
  }
  expect((await say('hm', {})).asked?.openQuestions).toEqual([])

  const { sessionId } = await say('cash?', { intent: 'question', unanswered: 'cash?' })
  await sendReply(owner, sessionId, 'Yes, cash.', { handler: 'assistant' })
  expect((await say('fine', {})).asked?.openQuestions).toEqual([])
})
