import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { generateSchema } from '@errand/contract/job-generation'
import { createJobSchema, type JobContent } from '@errand/contract/jobs'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { AiRefused, AiTimedOut, AiUnavailable, type AiProvider } from '../../ai/ai-provider.ts'
import { compatibleProvider } from '../../ai/compatible/compatible-provider.ts'
import { scriptedProvider } from '../../ai/scripted/scripted-provider.ts'
import type { TurnRequest } from '../../ai/turn.ts'
import { completionsRoutes } from './completions.routes.ts'

const closing = new AbortController()
const { signal } = new AbortController()
let server: Server

beforeAll(async () => {
  server = createServer(getRequestListener(completionsRoutes(closing.signal).fetch))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(() => {
  closing.abort()
  server.closeAllConnections()
  server.close()
})

function provider(model: string): AiProvider {
  const { port } = server.address() as AddressInfo
  return compatibleProvider({ baseUrl: `http://127.0.0.1:${port}`, model })
}

const wish = generateSchema.parse({ prompt: 'Take bookings for my hair salon' })

const job: JobContent = createJobSchema.parse({ name: 'Bookings', greeting: 'Welcome!' })
const fields = [
  { key: 'people', label: 'People', type: 'integer', required: true, order: 0, sensitive: false },
  { key: 'name', label: 'Name', type: 'text', required: true, order: 1, sensitive: false },
] as const

const turnRequest = (said: string, isNew = false): TurnRequest => ({
  job,
  fields: fields.map((field) => ({ field: { ...field }, state: 'missing', attempts: 0 })),
  history: isNew
    ? []
    : [{ id: 'm1', author: 'assistant', text: 'How many people?', at: new Date() }],
  inbound: [{ id: 'm2', author: 'contact', text: said, at: new Date() }],
  phase: 'collecting',
  facts: [],
  business: { name: 'Asha Salon', timeZone: 'Asia/Kolkata', locale: 'en' },
  now: new Date(),
})

test.each(['instructions', 'fields', 'job'] as const)(
  'the draft of %s is the built-in one, through the real client',
  async (kind) => {
    const parts: unknown[] = []
    const built = await scriptedProvider.draft(kind, wish, { signal })

    const whole = await provider('errand-sim').draft(kind, wish, { signal })
    const streamed = await provider('errand-sim').draft(kind, wish, {
      signal,
      onPart: (part) => parts.push(part),
    })

    expect(whole.draft).toEqual(built.draft)
    expect(streamed.draft).toEqual(built.draft)
    expect(parts.length).toBeGreaterThan(2)
    expect(whole.usage.outputTokens).toBeGreaterThan(10)
  },
)

test('a contact is answered by what stands in the prompt', async () => {
  const { turn: first } = await provider('errand-sim').answer(turnRequest('Hello', true), {
    signal,
  })
  const { turn } = await provider('errand-sim').answer(turnRequest('4'), { signal })

  expect(first.reply).toMatch(/^Welcome!/)
  expect(turn).toMatchObject({
    action: 'continue',
    fields: { people: '4', name: null },
    evidence: { people: '4', name: null },
  })
  expect(turn.reply).not.toBe('')
})

test('what breaks the schema once is mended', async () => {
  const { turn } = await provider('errand-sim-malformed').answer(turnRequest('4'), { signal })

  expect(turn.fields).toEqual({ people: '4', name: null })
})

test.each([
  ['errand-sim-broken', AiUnavailable],
  ['errand-sim-cut', AiUnavailable],
  ['errand-sim-refusal', AiRefused],
  ['errand-sim-busy', AiUnavailable],
  ['errand-sim-down', AiUnavailable],
  ['errand-sim-keyless', AiUnavailable],
  ['another', AiUnavailable],
])('%s ends as it should', async (model, error) => {
  const failed = provider(model).answer(turnRequest('4'), { signal })

  await expect(failed).rejects.toBeInstanceOf(error)
})

test('one that never answers is given up', async () => {
  const failed = provider('errand-sim-silent').answer(turnRequest('4'), {
    signal: AbortSignal.timeout(300),
  })

  await expect(failed).rejects.toBeInstanceOf(AiTimedOut)
})

test('a stream that is cut is no draft', async () => {
  const failed = provider('errand-sim-cut').draft('job', wish, { signal, onPart: () => {} })

  await expect(failed).rejects.toMatchObject({ name: 'AiUnavailable' })
})
