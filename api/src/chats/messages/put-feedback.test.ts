import { expect, test } from 'vitest'

import { newJob, readFigures } from '../../../test/analytics-job.ts'
import { insertChat, insertMessage } from '../../../test/chat-rows.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { newId } from '../../database/new-id.ts'

const api = useTestApi()

async function aChat() {
  const owner = await api.newOwner()
  const { queries } = api.database
  const job = await newJob(queries, owner)
  const chat = await insertChat(queries, { ownerId: job.ownerId, jobId: job.id, jobVersion: 1 })
  const say = async (seq: number, author: 'contact' | 'assistant') => {
    const id = newId('message')
    const direction = author === 'contact' ? 'in' : 'out'
    await insertMessage(queries, chat, { id, seq, author, direction })
    return { id }
  }
  return { owner, job, chat, asked: await say(1, 'contact'), said: await say(2, 'assistant') }
}

test('the owner says what he thinks of an answer, changes his mind, and the job’s figures count it', async () => {
  const { owner, job, chat, said } = await aChat()
  const rate = (body: object) =>
    owner.call('PUT', `/api/chats/messages/${said.id}/feedback`, { body })
  const count = async () => (await readFigures(owner, job.id)).feedback
  expect(await count()).toEqual({ good: 0, bad: 0, reasons: [] })

  expect((await rate({ rating: 'good' })).body.message.feedback).toEqual({
    rating: 'good',
    at: expect.any(String),
  })
  expect(await count()).toEqual({ good: 1, bad: 0, reasons: [] })

  await rate({ rating: 'bad', reason: 'outdated', note: '  We moved in May.  ' })
  const { body } = await owner.call('GET', `/api/chats/sessions/${chat.id}/messages`)
  expect(body.items.at(-1).feedback).toMatchObject({
    rating: 'bad',
    reason: 'outdated',
    note: 'We moved in May.',
  })
  expect(await count()).toEqual({ good: 0, bad: 1, reasons: [{ reason: 'outdated', count: 1 }] })

  expect((await rate({ rating: null })).body.message).not.toHaveProperty('feedback')
  expect(await count()).toEqual({ good: 0, bad: 0, reasons: [] })
})

test('only what the assistant said is rated', async () => {
  const { owner, asked } = await aChat()
  const body = { rating: 'good' }
  expectProblem(await owner.call('PUT', `/api/chats/messages/${asked.id}/feedback`, { body }), 409)
})
