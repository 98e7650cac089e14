import {
  generatedFieldsSchema,
  generatedInstructionsSchema,
  generatedJobSchema,
} from '@errand/contract/job-generation'
import { expect, test } from 'vitest'

import { expectProblem } from '../../../test/expect-problem.ts'
import { useTestApi } from '../../../test/test-api.ts'

const api = useTestApi()

const calls = ['generate-instructions', 'generate-fields', 'generate-job']
const body = {
  prompt: 'Take bookings for my salon in Pune, Hindi or English',
  answers: { businessName: 'Asha Salon', offLimits: 'medical advice', escalation: 'Reply HUMAN' },
}

test('instructions say what the owner said, and nothing else', async () => {
  const owner = await api.newOwner()

  const { status, body: answer } = await owner.call('POST', '/api/jobs/generate-instructions', {
    body,
  })

  expect(status).toBe(200)
  const { instructions, warnings, provider, cost } = generatedInstructionsSchema.parse(answer)
  expect(provider).toBe('scripted')
  expect(cost).toEqual({ amountMinor: 0, currency: 'INR' })
  expect(warnings).toEqual([])
  for (const words of ['Asha Salon', 'salon in Pune', 'take bookings', 'medical advice', 'HUMAN']) {
    expect(instructions).toContain(words)
  }
})

test('a proposed job can be created and published as it is', async () => {
  const owner = await api.newOwner()
  for (const prompt of [body.prompt, 'Complaints about broken fans', 'मेरी दुकान के लिए']) {
    const answer = await owner.call('POST', '/api/jobs/generate-job', { body: { prompt } })
    const { job } = generatedJobSchema.parse(answer.body)
    expect((await owner.call('POST', '/api/jobs/generate-job', { body: { prompt } })).body).toEqual(
      answer.body,
    )
    const created = await owner.call('POST', '/api/jobs', { body: job })
    expect(created.status).toBe(201)
    const published = await owner.call('PUT', `/api/jobs/${created.body.job.id}`, {
      body: { action: 'publish', replaceDefault: true },
      headers: { 'if-match': created.headers.get('etag') ?? '' },
    })
    expect(published.body).toMatchObject({ job: { status: 'active' } })
  }
})

test('fields are proposed with reasons, as many as are wanted, and none twice', async () => {
  const owner = await api.newOwner()
  const ask = async (more: object) => {
    const answer = await owner.call('POST', '/api/jobs/generate-fields', {
      body: { ...body, ...more },
    })
    return generatedFieldsSchema.parse(answer.body)
  }

  const { fields, reasons } = await ask({ count: 2 })
  expect(fields.map(({ key }) => key)).toEqual(['service', 'when'])
  expect(reasons).toEqual({ service: expect.any(String), when: 'Needed to book' })
  const others = await ask({ current: { fields } })
  expect(others.fields.map(({ key }) => key)).not.toContain('when')
})

test('what is written is kept when it is improved, and shorter when it is shortened', async () => {
  const owner = await api.newOwner()
  const instructions =
    'Always greet by name. Use short words.\n\nAsk for the size first. Then ask for the colour. Then thank them warmly.'
  const ask = async (mode: string) => {
    const answer = await owner.call('POST', '/api/jobs/generate-instructions', {
      body: { ...body, mode, current: { instructions } },
    })
    return generatedInstructionsSchema.parse(answer.body).instructions
  }

  expect(await ask('improve')).toContain(instructions)
  const short = await ask('shorten')
  expect(short.length).toBeLessThan(0.75 * instructions.length)
  expect(short).toContain('Always greet by name.')
})

test('the built-in provider says what it cannot do', async () => {
  const owner = await api.newOwner()

  const refused = await owner.call('POST', '/api/jobs/generate-instructions', {
    body: { ...body, mode: 'translate', current: { instructions: 'Be kind.' } },
  })

  expectProblem(refused, 422)
  expect(refused.body).toMatchObject({
    code: 'ai_refused',
    detail: 'The built-in assistant cannot translate. An AI provider can.',
  })
})

test('twenty an hour, all calls together, each owner alone; a wrong call costs nothing', async () => {
  const owner = await api.newOwner()
  await owner.call('POST', '/api/jobs/generate-job', { body: {} })

  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      owner.call('POST', `/api/jobs/${calls[index % 3]}`, { body }),
    ),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  const [limited, ...others] = answers.filter(({ status }) => status === 429)
  expect(others).toHaveLength(3)
  expect(limited?.body).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) })
  const wait = Number(limited?.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3500)
  expect(wait).toBeLessThanOrEqual(3600)
  const other = await api.newOwner()
  expect((await other.call('POST', '/api/jobs/generate-job', { body })).status).toBe(200)
})
