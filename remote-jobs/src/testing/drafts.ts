import { http, HttpResponse } from 'msw'

/** A stream of a draft that a test writes as it goes. */
interface DraftStream {
  send: (event: string, data: unknown) => void
  end: () => void
  /** Cuts the connection. */
  cut: () => void
  /** What the page asked for, last. */
  asked: () => unknown
  isAborted: () => boolean
}

/** Answers a `generate-…` call by a stream under the test's hand. */
export function answerDraft(kind: string) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let asked: unknown
  let isAborted = false
  const encoder = new TextEncoder()
  const handler = http.post(`*/api/jobs/generate-${kind}`, async ({ request }) => {
    asked = await request.json()
    request.signal.addEventListener('abort', () => {
      isAborted = true
    })
    const body = new ReadableStream<Uint8Array>({
      start(own) {
        controller = own
      },
      cancel() {
        isAborted = true
      },
    })
    return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  const stream: DraftStream = {
    send: (event, data) =>
      controller?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    end: () => controller?.close(),
    cut: () => controller?.error(new Error('The connection broke')),
    asked: () => asked,
    isAborted: () => isAborted,
  }
  return { handler, stream }
}

const told = {
  success: true,
  provider: 'scripted',
  usage: { inputTokens: 0, outputTokens: 0 },
  cost: { amountMinor: 0, currency: 'INR' },
}

/** The last word of a draft of instructions. */
export const instructionsDone = (instructions: string, warnings: object[] = []) => ({
  result: { ...told, instructions, warnings },
  usage: told.usage,
})

/** The last word of a draft of fields. */
export const fieldsDone = (fields: object[], reasons: Record<string, string> = {}) => ({
  result: { ...told, fields, reasons },
  usage: told.usage,
})

/** The last word of a draft of a whole job. */
export const jobDone = (job: object) => ({ result: { ...told, job }, usage: told.usage })
