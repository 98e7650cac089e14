import { server } from '@errand/shared-auth/testing'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'

import { answerDraft, box, openQuestions, write, written } from '../testing/ai.ts'
import { press, problem } from '../testing/jobs.ts'

afterEach(() => vi.useRealTimers())

/** Has the call for a draft answered so, before a word was written. */
async function askAndGet(answer: () => Response) {
  server.use(http.post('*/api/jobs/generate-instructions', answer))
  await openQuestions()
  await press('Write')
}

/** Whatever happened: what is written is there, and more can be. */
async function expectFormGoesOn(): Promise<void> {
  expect(box()).toHaveValue(written)
  await userEvent.type(box(), '!')
  expect(box()).toHaveValue(`${written}!`)
}

test.each([
  [
    'unavailable',
    () => problem(503, 'ai_unavailable', { retryAfter: 30 }),
    /AI is not available/,
    ' in 30 s',
  ],
  ['refusing', () => problem(422, 'ai_refused', { detail: 'Medicine.' }), /this: Medicine/, ''],
  ['rate limited', () => problem(429, 'rate_limited', { retryAfter: 600 }), /drafts/, ' in 600 s'],
  ['broken', () => problem(500, 'internal'), /Something went wrong/, ''],
  ['unreachable', () => Response.error(), /No connection/, ''],
])(
  'AI %s: an error before the first word is shown, and the form still works',
  async (_name, answer, words, wait) => {
    await askAndGet(answer)

    expect(await screen.findByText(words)).toBeVisible()
    const button: HTMLButtonElement = screen.getByRole('button', { name: `Try again${wait}` })
    expect(button.disabled).toBe(wait !== '')
    expect(screen.getByRole('alert')).toHaveTextContent(words)
    expect(screen.getByRole('alert')).not.toHaveTextContent(/again in/)
    await expectFormGoesOn()
  },
)

test('AI refusing after a while: the page shows the reason', async () => {
  const stream = await write()
  const refusal = { status: 422, code: 'ai_refused', detail: 'It is about medicine.' }
  stream.send('error', { type: 't', title: 'Refused', traceId: 't', ...refusal })
  stream.end()

  expect(await screen.findByText(/declined to write this: It is about medicine/)).toBeVisible()
  await expectFormGoesOn()
})

test('AI slow: after a while a hint is shown, and the owner can type and stop it', async () => {
  const stream = answerDraft('instructions')
  await openQuestions()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  screen.getByRole('button', { name: 'Write' }).click()
  await vi.waitFor(() => expect(stream.asked()).toBeDefined())
  act(() => void vi.advanceTimersByTime(5000))
  vi.useRealTimers()

  expect(await screen.findByText(/can take a minute/)).toBeVisible()
  await expectFormGoesOn()
  await press('Stop')
  expect(screen.queryByText(/can take a minute/)).not.toBeInTheDocument()
  expect(box()).toHaveValue(`${written}!`)
})

test('AI slow: a call without an answer is shown as a timeout, not as a lost connection', async () => {
  server.use(
    http.post('*/api/jobs/generate-instructions', () => new Promise<never>(() => undefined)),
  )
  await openQuestions()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  screen.getByRole('button', { name: 'Write' }).click()
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(30_000)
    expect(screen.getByText(/took too long to answer/)).toBeVisible()
  })
  vi.useRealTimers()
  await expectFormGoesOn()
})

const unreadable = [
  ['of another shape', 'event: done\ndata: {"result":{"instructions":7}}\n\n'],
  ['empty', 'event: done\ndata: {"result":{"instructions":" "}}\n\n'],
  ['no JSON', 'event: done\ndata: Here are your instructions\n\n'],
] as const

test.each(unreadable)(
  'AI malformed (%s): an error is shown, and nothing can be used',
  async (_, body) => {
    await askAndGet(() => new Response(body, { headers: { 'content-type': 'text/event-stream' } }))

    expect(await screen.findByText(/could not be read/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Use everything' })).not.toBeInTheDocument()
    await expectFormGoesOn()
  },
)

test.each(['end', 'cut'] as const)(
  'AI cut (%s): an error is shown, and nothing is replaced',
  async (how) => {
    const stream = await write()
    stream.send('delta', { path: '/instructions', text: 'Half a rule' })
    stream[how]()

    expect(await screen.findByText(/The connection dropped while it was writing/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Use everything' })).not.toBeInTheDocument()
    await expectFormGoesOn()
  },
)
