import { generateSchema } from '@errand/contract/job-generation'
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Logger } from 'pino'

import { describeOperation } from '../../../platform/calls/describe.ts'
import type { Queries, Database } from '../../../platform/database/database.ts'
import type { CallSlots } from '../../../platform/http/call-slots.ts'
import type { OwnerEnv, VerifyToken } from '../../../platform/http/context.ts'
import { toProblem, toProblemDocument } from '../../../platform/http/problem.ts'
import { jsonBody } from '../../../platform/http/request-input.ts'
import { consumeRateLimit } from '../../../platform/http/request-limits.ts'
import { requireOwner, requireSignIn } from '../../account/require-owner.ts'
import type { AiProvider } from '../../ai/ai-provider.ts'
import type { DraftKind } from '../../ai/drafts.ts'
import { readAccount } from '../../billing/accounts.ts'
import { type DraftAnswer, makeDraft, responseSchemas } from './make-draft.ts'

interface Dependencies {
  ai: AiProvider
  callSlots: CallSlots
  closing: AbortSignal
  database: Database
  log: Logger
  verifyToken: VerifyToken
}

const hourMs = 60 * 60 * 1000
const maxPerHour = 20

const summaries: Record<DraftKind, string> = {
  instructions: 'Write instructions',
  fields: 'Propose fields',
  job: 'Propose a whole job',
}

const description = `A proposal, which is not saved. ${maxPerHour} an hour, all three calls together.
With \`Accept: text/event-stream\` the answer is kept alive while it is written, and ends with one event: \`done\` has the whole answer, \`error\` the problem.`

/** /api/jobs/generate-…: proposals of a model, which are never saved by the call. */
export function generateRoutes(services: Dependencies) {
  const { ai, callSlots, closing, database, log, verifyToken } = services
  const routes = new Hono<OwnerEnv>()
  for (const kind of ['instructions', 'fields', 'job'] as const) {
    routes.post(
      `/generate-${kind}`,
      requireSignIn(verifyToken),
      requireOwner,
      describeOperation({
        tag: 'Jobs',
        summary: summaries[kind],
        leaves: 'nothing',
        description,
        answers: { 200: responseSchemas[kind] },
        fileTypes: ['text/event-stream'],
        problems: [400, 403, 413, 415, 422, 429, 503],
      }),
      jsonBody(generateSchema),
      callSlots.limit('drafts'),
      async (c) => {
        const { ownerId } = c.var
        await limitGenerations(database.queries, ownerId)
        const { currency } = await readAccount(database.queries, ownerId)
        const request = c.req.valid('json')
        const answer = (...gone: AbortSignal[]) => {
          const signal = AbortSignal.any([c.req.raw.signal, closing, ...gone])
          return makeDraft(ai, { kind, request, currency, signal })
        }
        const wantsStream = c.req.header('accept')?.includes('text/event-stream') === true
        return wantsStream ? streamAnswer(c, log, answer) : c.json(await answer())
      },
    )
  }
  return routes
}

const limitGenerations = (queries: Queries, ownerId: string): Promise<void> =>
  consumeRateLimit(queries, { key: `generate ${ownerId}`, limit: maxPerHour, windowMs: hourMs })

/** Well below the minute after which proxies usually cut a silent answer. */
const keepAliveMs = 10_000

/**
 * Sends the answer as the one event of a stream, which is kept alive meanwhile. A client that
 * disconnects stops the writing.
 */
function streamAnswer(
  c: Context<OwnerEnv>,
  log: Logger,
  answer: (gone: AbortSignal) => Promise<DraftAnswer>,
): Response {
  const { traceId } = c.var
  const instance = c.req.path
  c.header('cache-control', 'no-store')
  // Otherwise a proxy that buffers output would hold the stream back.
  c.header('x-accel-buffering', 'no')
  return streamSSE(c, async (stream) => {
    const gone = new AbortController()
    stream.onAbort(() => gone.abort())
    const send = (event: string, data: unknown) =>
      stream.writeSSE({ event, data: JSON.stringify(data) })
    const keepAlive = () => void stream.write(':\n\n')
    // Also at once: pages wait half a minute for the first byte.
    keepAlive()
    const timer = setInterval(keepAlive, keepAliveMs)
    try {
      const result = await answer(gone.signal)
      await send('done', { result, usage: result.usage })
    } catch (error) {
      if (gone.signal.aborted || c.req.raw.signal.aborted) return
      const problem = toProblem(error)
      if (problem.status >= 500) log.error({ err: error, traceId }, problem.title)
      await send('error', toProblemDocument(problem, { instance, traceId }))
    } finally {
      clearInterval(timer)
    }
  })
}
