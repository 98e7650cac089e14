import { expect, test } from 'vitest'

import { newJob, readFigures } from '../../../../test/analytics-job.ts'
import { insertChat, insertMessage } from '../../../../test/chat-rows.ts'
import { useTestApi } from '../../../../test/test-api.ts'
import { putAnswers, startFormData } from '../../answers/form-data.service.ts'
import { findLiveVersion } from '../job-versions.ts'

const api = useTestApi()

test('the funnel says where chats stop, what is said again and what the owner sets', async () => {
  const owner = await api.newOwner()
  const job = await newJob(owner)
  const say = async (status: 'active' | 'idle', ...steps: ['contact' | 'owner', object][]) => {
    await api.database.transaction(async (queries) => {
      const version = await findLiveVersion(queries, job.id)
      if (version === undefined) throw new Error('The job is not published')
      const { id } = await insertChat(queries, {
        ownerId: job.ownerId,
        jobId: job.id,
        jobVersion: 1,
        ...(status === 'idle' && { status: 'closed', closeReason: 'idle', closedAt: new Date() }),
      })
      await startFormData(queries, { id, ownerId: job.ownerId }, version)
      for (const [source, answers] of steps) {
        const put = { ownerId: job.ownerId, sessionId: id, answers: { ...answers }, source }
        await putAnswers(queries, put)
      }
    })
  }
  await say('active')
  await say('idle', ['contact', { a: 'x' }], ['contact', { a: 'y' }], ['owner', { a: 'z' }])
  await say('idle', ['contact', { a: 'x'.repeat(1001) }])
  await say('active', ['contact', { a: 'x', b: 'x', c: 'x' }])

  const { funnel } = await readFigures(owner, job.id)

  const rows = funnel.map(({ fieldKey, asked, answered, dropOff, corrections, ownerEdits }) => [
    fieldKey,
    [asked, answered, dropOff, corrections, ownerEdits],
  ])
  expect(Object.fromEntries(rows)).toEqual({
    a: [4, 2, 1, 1, 1],
    b: [2, 1, 1, 0, 0],
    c: [1, 1, 0, 0, 0],
  })
  expect(funnel.map(({ attemptsAvg }) => attemptsAvg)).toEqual([5 / 3, 1, 1])
})

test('what the assistant did not know is what was last asked before the owner wrote', async () => {
  const owner = await api.newOwner()
  const { id: jobId, ownerId } = await newJob(owner)
  const ask = async (reason: 'missing_knowledge' | 'customer_request', ...texts: string[]) => {
    const session = await insertChat(api.database.queries, {
      ownerId,
      jobId,
      handoffReasons: [reason],
    })
    for (const [seq, text] of texts.entries()) {
      const author = text.startsWith('owner') ? 'owner' : 'contact'
      const direction = author === 'owner' ? 'out' : 'in'
      await insertMessage(api.database.queries, session, { seq, text, author, direction })
    }
    return session.id
  }
  await ask('missing_knowledge', 'Hi', 'do you  do TATTOOS?')
  const last = await ask('missing_knowledge', 'Do you do tattoos?', 'owner: yes', 'Thanks', '')
  const price = await ask('missing_knowledge', 'Price?')
  await ask('missing_knowledge')
  await ask('missing_knowledge', 'owner: hello', 'Too late')
  await ask('customer_request', 'A person, please')

  const { topUnanswered, totals } = await readFigures(owner, jobId)

  expect(topUnanswered).toEqual([
    { text: 'Do you do tattoos?', count: 2, lastSessionId: last },
    { text: 'Price?', count: 1, lastSessionId: price },
  ])
  expect(totals.handedOff).toBe(6)
})

test('a chat that was taken over and given back was handed over all the same', async () => {
  const owner = await api.newOwner()
  const { id: jobId, ownerId } = await newJob(owner)
  const { id } = await insertChat(api.database.queries, { ownerId, jobId })
  for (const handler of ['owner', 'assistant', 'owner', 'assistant']) {
    const path = `/api/chats/sessions/${id}/handler`
    expect((await owner.call('POST', path, { body: { handler } })).status).toBe(200)
  }

  const { handoffReasons, totals } = await readFigures(owner, jobId)

  expect(handoffReasons).toEqual([{ reason: 'owner_takeover', count: 1 }])
  expect(totals.handedOff).toBe(1)
})
