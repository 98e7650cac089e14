import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import type { TestedJob } from '@errand/contract/job-test'
import { server } from '@errand/shared-auth/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect } from 'vitest'

import { aJob, answerJob, openForm, press } from './jobs.ts'

/** Answers a `generate-…` call with a stream that the test ends. */
export function answerDraft(kind: string) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let asked: unknown
  let isAborted = false
  const abort = () => {
    isAborted = true
  }
  server.use(
    http.post(`*/api/jobs/generate-${kind}`, async ({ request }) => {
      asked = await request.json()
      isAborted = false
      request.signal.addEventListener('abort', abort)
      const start = (own: typeof controller) => {
        controller = own
      }
      const body = new ReadableStream<Uint8Array>({ start, cancel: abort })
      return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
    }),
  )
  const encoder = new TextEncoder()
  const send = (event: string, data: unknown) =>
    controller?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
  const end = () => controller?.close()
  const usage = { inputTokens: 0, outputTokens: 0 }
  const cost = { amountMinor: 0, currency: 'INR' }
  return {
    send,
    /** Sends the draft. */
    done: (draft: object) => {
      send('done', {
        result: { success: true, provider: 'built-in', usage, cost, ...draft },
        usage,
      })
      end()
    },
    end,
    /** Breaks the connection. */
    cut: () => controller?.error(new Error('The connection broke')),
    /** The body of the last request. */
    asked: () => asked,
    isAborted: () => isAborted,
  }
}

export const written = 'Be kind.\n\nAnswer in English.'
export const proposed = 'Be kind and quick.\n\nAnswer in English.\n\nNever promise a price.'

export const box = () => screen.getByRole('textbox', { name: 'Instructions' })
export const proposal = () => screen.findByRole('region', { name: 'Proposal for the instructions' })

/** Opens the form of a job with instructions, and the "write for me" dialog. */
export async function openQuestions() {
  server.use(answerJob(aJob({ name: 'Salon', id: 'job_s', instructions: written })))
  await openForm('job_s')
  await press('Write for me')
  return within(screen.getByRole('dialog', { name: 'Write for me' }))
}

/** Opens the form and starts a draft; the test sends its text. */
export async function write() {
  const stream = answerDraft('instructions')
  const dialog = await openQuestions()
  await userEvent.type(
    dialog.getByRole('textbox', { name: 'What should the assistant achieve?' }),
    'Book haircuts',
  )
  await press('Write')
  await waitFor(() => expect(stream.asked()).toBeDefined())
  return stream
}

/** One turn of a test chat, as the api answers it. */
export const aTurn = (
  reply: string,
  { values = {}, ...part }: Partial<TestedJob> & { values?: Record<string, unknown> } = {},
): TestedJob => ({
  success: true,
  reply,
  intent: 'answer',
  action: 'continue',
  handoffReason: null,
  language: 'en',
  confidence: 0.9,
  collected: {
    status: 'partial',
    values,
    meta: {},
    suggestions: [],
    asked: [],
    isAgreed: false,
    proposed: null,
    earlier: [],
    isShown: false,
    openQuestions: [],
  },
  missing: [],
  progress: { required: 1, answered: 0, complete: false },
  problems: [],
  removed: [],
  sources: [],
  provider: 'built-in',
  model: 'templates',
  usage: { inputTokens: 0, outputTokens: 0 },
  ...part,
})

/** Runs garbage collection; Vitest starts its workers without the flag for that. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
