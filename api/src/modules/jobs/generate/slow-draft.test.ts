import { generatedInstructionsSchema, generatedJobSchema } from '@errand/contract/job-generation'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { expectProblem } from '../../../../test/expect-problem.ts'
import { useTestApi, type Person } from '../../../../test/test-api.ts'
import { AiUnavailable, type AiProvider } from '../../ai/ai-provider.ts'
import { rulesProvider } from '../../ai/rules/rules-provider.ts'

/** A provider's door, without its types: what it gives is up to each test. */
type Draft = (kind: string, request: object, options: { signal: AbortSignal }) => Promise<object>

/** A provider that does what each test says. */
const draft = vi.fn<Draft>()
const ai: AiProvider = {
  ...rulesProvider,
  name: 'slow',
  model: 'slow-1',
  draft: draft as AiProvider['draft'],
}
const api = useTestApi({ ai })
afterEach(() => draft.mockReset())

const body = { prompt: 'Answer questions about opening hours' }
const usage = { inputTokens: 12, outputTokens: 34 }
const path = '/api/jobs/generate-instructions'
const drafted = (instructions: string) => ({ draft: { instructions }, usage })

test('a provider that cannot answer is one clear problem', async () => {
  draft.mockRejectedValueOnce(new AiUnavailable('It is busy', { retryAfter: 7 }))
  const owner = await api.newOwner()

  const refused = await owner.call('POST', path, { body })

  expectProblem(refused, 503)
  expect(refused.headers.get('retry-after')).toBe('7')
  expect(refused.body.code).toBe('ai_unavailable')

  draft.mockRejectedValueOnce(new AiUnavailable('It is busy', {}))
  const heard = await listen(owner, 'generate-fields')
  expect(heard).toMatchObject([{ event: 'error', data: { code: 'ai_unavailable', status: 503 } }])
})

const open = (owner: Person, call: string): Promise<Response> =>
  owner.stream(`/api/jobs/${call}`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** What the stream says, until it ends. */
async function listen(owner: Person, call: string) {
  const response = await open(owner, call)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const events = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  const heard = []
  for await (const { event, data } of events ?? []) heard.push({ event, data: JSON.parse(data) })
  return heard
}

/** A field as the model proposes it. */
const field = (key: string) => ({
  key,
  label: key,
  type: 'text' as const,
  required: true,
  sensitive: false,
  question: null,
  help: null,
  example: null,
  options: null,
  dates: null,
  reason: '',
})

const job = {
  name: 'Hours',
  description: '',
  instructions: 'Say when we are open.',
  guardrails: [],
  greeting: '',
  completionMessage: '',
  fallbackMessage: '',
  notUnderstoodMessage: '',
  handoffMessage: '',
  fields: [field('Day!'), field('day')],
}

test('a stream is kept alive while a draft is written, and ends with the whole of it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const writing = Promise.withResolvers<object>()
  draft.mockReturnValueOnce(writing.promise)
  const response = await open(await api.newOwner(), 'generate-job')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => (await reader?.read())?.value

  expect(await read()).toBe(':\n\n')
  vi.advanceTimersByTime(10_000)
  expect(await read()).toBe(':\n\n')

  writing.resolve({ draft: job, usage })
  const [, event, data] = /^event: (\w+)\ndata: (.*)\n\n$/.exec((await read()) ?? '') ?? []
  expect(event).toBe('done')
  const { result, ...more } = JSON.parse(data ?? '')
  const { fields } = generatedJobSchema.parse(result).job
  expect(fields?.map(({ key }) => key)).toEqual(['day', 'day_2'])
  expect(more).toEqual({ usage })
  expect(await read()).toBeUndefined()
})

test('letters that no database keeps are taken out of a draft, and a price of its own is pointed out', async () => {
  // Half of the last character is cut off.
  const written = `Be\0 kind. A cut is ₹500. ${'a'.repeat(7975)}`
  draft.mockResolvedValueOnce(drafted(`${written}😀`))
  const owner = await api.newOwner()

  const answer = await owner.call('POST', path, { body })

  expect(answer.body.instructions).toMatch(/^Be kind\. A cut is ₹500\. a+$/)
  const { warnings, provider } = generatedInstructionsSchema.parse(answer.body)
  expect(provider).toBe('slow')
  expect(warnings).toMatchObject([{ code: 'mentions_price_without_source' }])
})

test('who leaves stops the writing', async () => {
  const stopped = Promise.withResolvers<void>()
  draft.mockImplementationOnce(async (_kind, _request, { signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    stopped.resolve()
    throw new AiUnavailable('stopped', {})
  })
  const response = await open(await api.newOwner(), 'generate-instructions')
  const reader = response.body?.getReader()
  await reader?.read()

  await reader?.cancel()

  await stopped.promise
  expect(api.log.join('')).not.toContain('opening hours')
})
