import { maxJobAnswers } from '@errand/contract/job-answers'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import {
  openShop,
  saidIn,
  startAnswering,
  talkingProvider,
  turnOf,
  waitForQuiet,
} from '../../../../test/assistant-api.ts'
import { receive } from '../../../../test/chat-api.ts'
import { useTestApi, type Person } from '../../../../test/test-api.ts'
import { assistantRuns, chatSessions } from '../../../platform/database/schema.ts'

const ai = talkingProvider()
const api = useTestApi({ ai })
beforeAll(() => startAnswering(api, ai))

// Knows nothing but what the owner taught.
ai.says(({ inbound, job }) => {
  const [taught] = job.answers
  if (taught === undefined) {
    return turnOf('I will ask.', { intent: 'question', unanswered: inbound[0]?.text ?? '' })
  }
  const { answer } = taught
  return turnOf(answer, { intent: 'question', sources: [answer] })
})

const questionsOf = async (owner: Person, jobId: string) =>
  (await owner.call('GET', `/api/jobs/${jobId}/questions`)).body
const openOf = async (owner: Person, jobId: string): Promise<[string, number][]> =>
  (await questionsOf(owner, jobId)).open.map((one: { question: string; count: number }) => [
    one.question,
    one.count,
  ])

const answerIn = (owner: Person, jobId: string, question: string, answer: string | null) =>
  owner.call('POST', `/api/jobs/${jobId}/answers`, { body: { question, answer } })

test('an unanswered question is listed as open, and its answer reaches open chats', async () => {
  const { owner, jobId } = await openShop(api)
  const ask = async (text: string, from: string, runs = 1) => {
    const { session } = await receive(owner, { text, from })
    await waitForQuiet(api, session.id, runs)
    return session.id as string
  }
  const ravi = await ask('Do you cut hair of children?', '+919800000101')
  const neha = await ask('do you  cut hair of children', '+919800000102')
  await ask('Is there parking?', '+919800000103')

  const { open, answered } = await questionsOf(owner, jobId)
  expect(answered).toEqual([])
  expect(open).toMatchObject([
    { question: 'Is there parking?', count: 1 },
    { question: 'do you  cut hair of children', count: 2, sessionId: neha },
  ])

  const text = 'Yes, for ₹200, with a discount of 10% for twins. See https://asha.example/kids.'
  const { status, body } = await answerIn(owner, jobId, open[1].question, text)
  expect(status).toBe(201)
  expect(await openOf(owner, jobId)).toEqual([['Is there parking?', 1]])
  expect((await questionsOf(owner, jobId)).answered).toEqual([body.answer])

  await ask('And children?', '+919800000101', 2)
  expect(ai.asked.at(-1)?.job.answers).toEqual([{ question: open[1].question, answer: text }])
  // The amount, the discount and the address are the business's own words now.
  expect((await saidIn(api, ravi)).at(-1)).toBe(text)
  const runs = await owner.call('GET', `/api/chats/sessions/${ravi}/runs`)
  expect(runs.body.items[0].result).toMatchObject({ sources: [text], removed: [] })

  const path = `/api/jobs/${jobId}/answers/${body.answer.id}`
  const changed = await owner.call('PUT', path, { body: { answer: 'Yes, for ₹250.' } })
  expect(changed.body.answer).toMatchObject({ id: body.answer.id, answer: 'Yes, for ₹250.' })
  expect((await owner.call('DELETE', path)).body).toEqual({ success: true })
  expect(await openOf(owner, jobId)).toEqual([
    ['Is there parking?', 1],
    ['do you  cut hair of children', 2],
  ])
  expect((await owner.call('DELETE', path)).status).toBe(404)

  // A test of the saved job has them too, and nothing that is asked there is kept.
  await answerIn(owner, jobId, 'Parking', 'In the yard.')
  const hello = { messages: [{ author: 'contact', text: 'Parking?' }] }
  const tested = await owner.call('POST', `/api/jobs/${jobId}/test`, { body: hello })
  expect(tested.body).toMatchObject({ reply: 'In the yard.', sources: ['In the yard.'] })
  const unsaved = { ...hello, job: { name: 'Salon' } }
  const untaught = await owner.call('POST', '/api/jobs/test', { body: unsaved })
  expect(untaught.body.unanswered).toBe('Parking?')
  expect(await openOf(owner, jobId)).toHaveLength(2)
})

test('a dismissed question is hidden until the dismissal is deleted, and can be answered instead', async () => {
  const { owner, jobId } = await openShop(api)
  const { session } = await receive(owner, { text: 'Do you sell cats?' })
  await waitForQuiet(api, session.id)

  const { body } = await answerIn(owner, jobId, 'DO YOU SELL CATS', null)
  expect(await questionsOf(owner, jobId)).toEqual({ open: [], answered: [] })
  await receive(owner, { text: 'Hello?' })
  await waitForQuiet(api, session.id, 2)
  expect(ai.asked.at(-1)?.job.answers).toEqual([])

  await owner.call('DELETE', `/api/jobs/${jobId}/answers/${body.answer.id}`)
  expect(await openOf(owner, jobId)).toContainEqual(['Do you sell cats?', 1])
  const [dismissed, answered] = [
    await answerIn(owner, jobId, 'Do you sell cats?', null),
    await answerIn(owner, jobId, 'Do you sell cats?', 'No.'),
  ]
  expect(answered.body.answer).toMatchObject({ id: dismissed.body.answer.id, answer: 'No.' })
  expect((await questionsOf(owner, jobId)).answered).toHaveLength(1)
})

test('open questions leave out other jobs and old runs, and a job has at most a hundred answers', async () => {
  const { owner, ownerId, jobId } = await openShop(api)
  const { session } = await receive(owner, { text: 'Open on Sunday?' })
  await waitForQuiet(api, session.id)
  const { job } = (await owner.call('POST', '/api/jobs', { body: { name: 'Another' } })).body
  expect(await openOf(owner, job.id)).toEqual([])
  const { queries } = api.database
  const old = new Date(Date.now() - 91 * 86_400_000)
  await queries
    .update(assistantRuns)
    .set({ createdAt: old })
    .where(eq(assistantRuns.ownerId, ownerId))
  expect(await openOf(owner, jobId)).toEqual([])

  for (let number = 1; number <= maxJobAnswers; number += 1) {
    expect((await answerIn(owner, jobId, `Question ${number}?`, 'Yes.')).status).toBe(201)
  }
  expect(await answerIn(owner, jobId, 'One more?', 'Yes.')).toMatchObject({
    status: 409,
    body: { detail: 'A job has at most 100 answers. Delete one first.' },
  })
  expect((await answerIn(owner, jobId, 'Question 7', 'No.')).status).toBe(201)
  expect((await answerIn(owner, jobId, 'One more?', null)).status).toBe(201)

  // An answer of one job is none of another's.
  const { answered } = await questionsOf(owner, jobId)
  const path = `/api/jobs/${job.id}/answers/${answered[0].id}`
  expect((await owner.call('PUT', path, { body: { answer: 'No.' } })).status).toBe(404)
  const stranger = await api.newOwner()
  for (const one of [`/api/jobs/${jobId}/questions`, `/api/jobs/${job.id}/questions`])
    expect((await stranger.call('GET', one)).status).toBe(404)
  // It is read where it stands: with the chat it goes.
  await queries.update(assistantRuns).set({ createdAt: new Date() })
  expect(await openOf(owner, jobId)).toHaveLength(1)
  await queries.delete(chatSessions).where(eq(chatSessions.id, session.id))
  expect(await openOf(owner, jobId)).toEqual([])
})
