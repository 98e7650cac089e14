import { generateSchema } from '@errand/contract/job-generation'
import { type Context, Hono } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { Logger } from 'pino'

import type { Queries, Database } from '../../../platform/database/database.ts'
import { describeOperation } from '../../../platform/docs/describe.ts'
import type { CallSlots } from '../../../platform/http/call-slots.ts'
import type { OwnerEnv, VerifyToken } from '../../../platform/http/context.ts'
import { toProblem, toProblemDocument } from '../../../platform/http/problem.ts'
import { jsonBody } from '../../../platform/http/request-input.ts'
import { consumeRateLimit } from '../../../platform/http/request-limits.ts'
import { requireOwner, requireSignIn } from '../../account/require-owner.ts'
import type { AiProvider } from '../../ai/ai-provider.ts'
import { type DraftedField, draftedFieldSchema, type DraftKind } from '../../ai/drafts.ts'
import { readAccount } from '../../billing/accounts.ts'
import { responseSchemas, type DraftCall, makeDraft, tidyFields } from './make-draft.ts'

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

const endpoints: Record<DraftKind, { path: string; summary: string }> = {
  instructions: { path: '/generate-instructions', summary: 'Write instructions' },
  fields: { path: '/generate-fields', summary: 'Propose fields' },
  job: { path: '/generate-job', summary: 'Propose a whole job' },
}

const description = `A proposal, which is not saved. ${maxPerHour} an hour, all three calls together.
With \`Accept: text/event-stream\` it is told while it is written: \`delta\` adds text at a path, \`field\` is one more complete field, \`done\` has the whole answer, \`error\` the problem.`

/** /api/jobs/generate-…: proposals of a model, which are never saved by the call. */
export function generateRoutes(services: Dependencies) {
  const { callSlots, database, verifyToken } = services
  const routes = new Hono<OwnerEnv>()
  for (const kind of ['instructions', 'fields', 'job'] as const) {
    const { path, summary } = endpoints[kind]
    routes.post(
      path,
      requireSignIn(verifyToken),
      requireOwner,
      describeOperation({
        tag: 'Jobs',
        summary,
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
        const drafting = { kind, request: c.req.valid('json'), currency }
        const wantsStream = c.req.header('accept')?.includes('text/event-stream') === true
        if (wantsStream) return streamDraft(c, services, drafting)
        const signal = AbortSignal.any([c.req.raw.signal, services.closing])
        return c.json(await makeDraft(services.ai, { ...drafting, signal }))
      },
    )
  }
  return routes
}

const limitGenerations = (queries: Queries, ownerId: string): Promise<void> =>
  consumeRateLimit(queries, { key: `generate ${ownerId}`, limit: maxPerHour, windowMs: hourMs })

/** Streams a draft while it is written; a client that disconnects stops it. */
function streamDraft(
  c: Context<OwnerEnv>,
  { ai, closing, log }: Pick<Dependencies, 'ai' | 'closing' | 'log'>,
  call: DraftCall,
): Response {
  const { traceId } = c.var
  const instance = c.req.path
  c.header('cache-control', 'no-store')
  // Otherwise a proxy that buffers output would hold events back.
  c.header('x-accel-buffering', 'no')
  return streamSSE(c, async (stream) => {
    const gone = new AbortController()
    stream.onAbort(() => gone.abort())
    const write = createOrderedWriter(stream)
    const eventsOf = createDraftDiff()
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

/** Writes events in their order, also when the caller does not wait for each. */
function createOrderedWriter(stream: SSEStreamingApi) {
  let last = Promise.resolve()
  return (event: string, data: unknown): Promise<void> => {
    last = last.then(() => stream.writeSSE({ event, data: JSON.stringify(data) }))
    return last
  }
}

/** An event of the stream while a draft is written. */
type DraftEvent =
  | { event: 'delta'; data: { path: string; text: string } }
  | { event: 'field'; data: { index: number; field: ReturnType<typeof tidyFields>[number] } }

/** The part of a draft, of any kind, that is written so far. */
type DraftSoFar = Readonly<Record<string, unknown>>

/**
 * Returns what is new in a growing draft: the text that was added, and each field once the next one
 * has started, because until then it may still change.
 */
function createDraftDiff(): (part: DraftSoFar) => DraftEvent[] {
  const sentTexts = new Map<string, string>()
  let sentFieldCount = 0
  return (part) => {
    const events: DraftEvent[] = []
    for (const [key, text] of Object.entries(part)) {
      const before = sentTexts.get(key) ?? ''
      if (typeof text !== 'string' || text === before || !text.startsWith(before)) continue
      sentTexts.set(key, text)
      events.push({ event: 'delta', data: { path: `/${key}`, text: text.slice(before.length) } })
    }
    const complete = finishedFields(part)
    const fields = tidyFields(complete)
    for (const [index, field] of fields.entries()) {
      if (index >= sentFieldCount) events.push({ event: 'field', data: { index, field } })
    }
    sentFieldCount = Math.max(sentFieldCount, fields.length)
    return events
  }
}

/** The finished fields, up to the first that does not match the schema: it may still be completed. */
function finishedFields({ fields }: DraftSoFar): DraftedField[] {
  const complete: DraftedField[] = []
  for (const field of Array.isArray(fields) ? fields.slice(0, -1) : []) {
    const parsed = draftedFieldSchema.safeParse(field)
    if (!parsed.success) break
    complete.push(parsed.data)
  }
  return complete
}
