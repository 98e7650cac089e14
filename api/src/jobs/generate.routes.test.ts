import { expect, test } from 'vitest'

import { expectProblem } from '../../test/expect-problem.ts'
import { useTestApi } from '../../test/test-api.ts'

const api = useTestApi()

const calls = ['generate-instructions', 'generate-fields', 'generate-job']
const body = { prompt: 'Take bookings for my salon in Pune' }

test.each(calls)('%s says that there is no assistant', async (call) => {
  const owner = await api.newOwner()

  const answer = await owner.call('POST', `/api/jobs/${call}`, { body })

  expectProblem(answer, 503)
  expect(answer.body).toMatchObject({
    code: 'ai_unavailable',
    detail: 'No assistant provider is configured for this installation.',
  })
})

test.each([
  [{}, '#/prompt'],
  [{ prompt: '  ' }, '#/prompt'],
  [{ ...body, mode: 'destroy' }, '#/mode'],
  [{ ...body, count: 31 }, '#/count'],
  [{ ...body, answers: { tone: 'rude' } }, '#/answers/tone'],
  [{ ...body, current: { fields: [{ key: 'A' }] } }, '#/current/fields/0/key'],
])('%j is refused at %s', async (wrong, pointer) => {
  const owner = await api.newOwner()

  for (const call of calls) {
    const refused = await owner.call('POST', `/api/jobs/${call}`, { body: wrong })
    expectProblem(refused, 422)
    expect(refused.body.errors[0]).toMatchObject({ pointer })
  }
})

test('twenty an hour, all calls together, each owner for himself; a wrong call costs nothing', async () => {
  const owner = await api.newOwner()
  await owner.call('POST', '/api/jobs/generate-job', { body: {} })

  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      owner.call('POST', `/api/jobs/${calls[index % 3]}`, { body }),
    ),
  )

  expect(answers.filter(({ status }) => status === 503)).toHaveLength(20)
  const [limited, ...others] = answers.filter(({ status }) => status === 429)
  expect(others).toHaveLength(3)
  expect(limited?.body).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) })
  const wait = Number(limited?.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3500)
  expect(wait).toBeLessThanOrEqual(3600)
  const other = await api.newOwner()
  expect((await other.call('POST', '/api/jobs/generate-job', { body })).status).toBe(503)
})

test('without a profile nothing is proposed', async () => {
  const refused = await api.newPerson().call('POST', '/api/jobs/generate-job', { body })

  expectProblem(refused, 403)
})
