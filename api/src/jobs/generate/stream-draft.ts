import type { Context } from 'hono'
import { streamSSE, type SSEStreamingApi } from 'hono/streaming'

import type { OwnerEnv } from '../../http/context.ts'
import { toProblem, toProblemDocument } from '../../http/problem-document.ts'
import type { Services } from '../../services.ts'
import type { DraftCall } from './answer-in-time.ts'
import { followDraft } from './draft-events.ts'
import { makeDraft } from './make-draft.ts'

/** Tells of a draft while it is written; a client that goes stops the writing. */
export function streamDraft(
  c: Context<OwnerEnv>,
  { ai, closing, log }: Pick<Services, 'ai' | 'closing' | 'log'>,
  call: DraftCall,
): Response {
  const { traceId } = c.var
  const instance = c.req.path
  c.header('cache-control', 'no-store')
  // A proxy that collects output would hold events back.
  c.header('x-accel-buffering', 'no')
  return streamSSE(c, async (stream) => {
    const gone = new AbortController()
    stream.onAbort(() => gone.abort())
    const write = inOrder(stream)
    const eventsOf = followDraft()
    try {
      const result = await makeDraft(ai, {
        ...call,
        signal: AbortSignal.any([gone.signal, c.req.raw.signal, closing]),
        onPart: (part) => {
          for (const { event, data } of eventsOf(part)) void write(event, data)
        },
      })
      await write('done', { result, usage: result.usage })
    } catch (error) {
      if (gone.signal.aborted || c.req.raw.signal.aborted) return
      const problem = toProblem(error)
      if (problem.status >= 500) log.error({ err: error, traceId }, problem.title)
      await write('error', toProblemDocument(problem, { instance, traceId }))
    }
  })
}

/** Writes one event after the other, whoever waits for it or not. */
function inOrder(stream: SSEStreamingApi) {
  let last = Promise.resolve()
  return (event: string, data: unknown): Promise<void> => {
    last = last.then(() => stream.writeSSE({ event, data: JSON.stringify(data) }))
    return last
  }
}
