import { draftReplyCall } from '@errand/contract/chats/draft'
import { afterEach, expect, test, vi } from 'vitest'

import { asking, openShop, turnOf } from '../../../test/assistant-api.ts'
import { receive, sendReply } from '../../../test/chat-api.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { AiUnavailable, noUsage, type AiProvider } from '../ai/ai-provider.ts'
import { productRules } from '../ai/compatible/turn-prompt.ts'
import { rulesProvider } from '../ai/rules/rules-provider.ts'

const answer = vi.fn<AiProvider['answer']>()
const api = useTestApi({ ai: { ...rulesProvider, name: 'model', answer } })
afterEach(() => answer.mockReset())

const question = 'What would you like to book?'

async function newDraft() {
  const job = {
    ...asking(['service', 'text', { label: 'Service', question }]),
    greeting: 'Welcome!',
  }
  const { owner, jobId } = await openShop(api, { job })
  const { session, messageId } = await receive(owner)
  const draft = (body: object = {}) =>
    owner.call('POST', `/api/chats/sessions/${session.id}/draft`, { body })
  return { owner, jobId, sessionId: String(session.id), messageId, draft }
}

test('a draft proposes the assistant’s reply and sends nothing', async () => {
  answer.mockImplementation(rulesProvider.answer)
  const { owner, sessionId, messageId, draft } = await newDraft()

  const { status, body } = await draft()

  expect(status).toBe(200)
  expect(draftReplyCall.answer.parse(body)).toMatchObject({
    text: `Welcome!\n${question}`,
    basedOn: messageId,
    provider: 'model',
  })
  const chat = await owner.call('GET', `/api/chats/sessions/${sessionId}/messages`)
  expect(chat.body.items.map(({ text }: { text: string }) => text)).toEqual(['Hello'])
})

test('a text is shortened, and an impossible instruction or a missing provider is reported', async () => {
  answer.mockImplementation(rulesProvider.answer)
  const { draft } = await newDraft()
  const text = 'We are open till eight. Please come by whenever it suits you best. See you soon.'

  const short = await draft({ instruction: 'shorter', text })
  expect(short.body.text).toBe('We are open till eight.')
  const poem = await draft({ instruction: 'as a poem' })
  expectProblem(poem, 422)
  expect(poem.body.code).toBe('ai_refused')
  answer.mockRejectedValue(new AiUnavailable('No', {}))
  expectProblem(await draft(), 503)
})

test('a draft is discarded when the contact writes in the meantime', async () => {
  const { owner, draft } = await newDraft()
  answer.mockImplementation(async (request, options) => {
    await receive(owner, { text: 'Forget it' })
    return rulesProvider.answer(request, options)
  })

  const late = await draft()

  expectProblem(late, 409)
  expect(late.body).toMatchObject({ code: 'conflict', meta: { reason: 'newer_message' } })
})

test('a model gets the owner’s instruction and text, and may repeat that text', async () => {
  const { owner, sessionId, draft } = await newDraft()
  await sendReply(owner, sessionId, 'One moment')
  await receive(owner, { text: 'Which site?' })
  answer.mockImplementation(async (request) => {
    const { wish: _wish, ...plain } = request
    const { turn, usage } = await rulesProvider.answer(plain, never)
    return { turn: { ...turn, reply: 'See salon.example. Or evil.example instead.' }, usage }
  })

  const { body } = await draft({ instruction: 'kindly', text: 'See salon.example' })

  expect(body.text).toBe('See salon.example.')
  const [request] = answer.mock.lastCall ?? []
  expect(request).toMatchObject({
    wish: { instruction: 'kindly', text: 'See salon.example' },
    inbound: [{ text: 'Which site?' }],
  })
  expect(request?.history.map(({ text }) => text)).toEqual(['Hello', 'One moment'])
})

test('a draft never contains another contact’s name, an unknown account or instructions', async () => {
  const { owner, jobId, draft } = await newDraft()
  await receive(owner, { from: '+919800000301', name: 'Kavita Deshpande' })
  const taught = { question: 'Did Kavita Deshpande pay?', answer: 'Payment is by card.' }
  await owner.call('POST', `/api/jobs/${jobId}/answers`, { body: taught })
  const rules = productRules.join(' ').slice(0, 300)
  answer.mockResolvedValue({
    turn: turnOf(`Sure. Kavita Deshpande paid. Pay to ravi@okaxis. ${rules}`),
    usage: noUsage,
  })

  expect((await draft()).body.text).toBe('Sure.')
})

const never = { signal: new AbortController().signal }
