import { generateSchema } from '@errand/contract/job-generation'
import { Hono } from 'hono'

import type { DraftKind } from '../../ai/drafts.ts'
import { readAccount } from '../../billing/accounts.repo.ts'
import type { Queries } from '../../database/database.ts'
import { describe } from '../../docs/describe.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { jsonBody } from '../../http/json-body.ts'
import { takeTurn } from '../../http/rate-limit.ts'
import { ownerOnly } from '../../identity/owner.ts'
import { signedIn } from '../../identity/signed-in.ts'
import type { Services } from '../../services.ts'
import { answerSchemas, makeDraft } from './make-draft.ts'
import { streamDraft } from './stream-draft.ts'

const hourMs = 60 * 60 * 1000
const mostPerHour = 20

const calls: Record<DraftKind, { path: string; summary: string }> = {
  instructions: { path: '/generate-instructions', summary: 'Write instructions' },
  fields: { path: '/generate-fields', summary: 'Propose fields' },
  job: { path: '/generate-job', summary: 'Propose a whole job' },
}

const description = `A proposal, which is not saved. ${mostPerHour} an hour, all three calls together.
With \`Accept: text/event-stream\` it is told while it is written: \`delta\` adds text at a path, \`field\` is one more complete field, \`done\` has the whole answer, \`error\` the problem.`

/** /api/jobs/generate-…: proposals of the assistant, which are never saved by the call. */
export function generateRoutes(services: Services) {
  const { database, verifyToken } = services
  const routes = new Hono<OwnerEnv>()
  for (const kind of ['instructions', 'fields', 'job'] as const) {
    const { path, summary } = calls[kind]
    routes.post(
      path,
      signedIn(verifyToken),
      ownerOnly(database),
      describe({
        tag: 'Jobs',
        summary,
        description,
        answers: { 200: answerSchemas[kind] },
        files: ['text/event-stream'],
        problems: [400, 403, 413, 415, 422, 429, 503],
      }),
      jsonBody(generateSchema),
      async (c) => {
        const { ownerId } = c.var
        await takeGeneration(database.queries, ownerId)
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

const takeGeneration = (queries: Queries, ownerId: string): Promise<void> =>
  takeTurn(queries, { key: `generate ${ownerId}`, limit: mostPerHour, windowMs: hourMs })
