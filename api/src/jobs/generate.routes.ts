import {
  generatedFieldsSchema,
  generatedInstructionsSchema,
  generatedJobSchema,
  generateSchema,
} from '@errand/contract/job-generation'
import { Hono } from 'hono'

import type { Queries } from '../database/database.ts'
import { describe } from '../docs/describe.ts'
import type { OwnerEnv } from '../http/context.ts'
import { jsonBody } from '../http/json-body.ts'
import { Problem } from '../http/problem.ts'
import { takeTurn } from '../http/rate-limit.ts'
import { ownerOnly } from '../identity/owner.ts'
import { signedIn } from '../identity/signed-in.ts'
import type { Services } from '../services.ts'

const hourMs = 60 * 60 * 1000

const calls = [
  ['/generate-instructions', 'Write instructions', generatedInstructionsSchema],
  ['/generate-fields', 'Propose fields', generatedFieldsSchema],
  ['/generate-job', 'Propose a whole job', generatedJobSchema],
] as const

/** /api/jobs/generate-…: proposals of the assistant, which are never saved by the call. */
export function generateRoutes({ database, verifyToken }: Services) {
  const routes = new Hono<OwnerEnv>()
  for (const [path, summary, answer] of calls) {
    routes.post(
      path,
      signedIn(verifyToken),
      ownerOnly(database),
      describe({
        tag: 'Jobs',
        summary,
        description: 'A proposal, which is not saved. Twenty an hour, all three calls together.',
        answers: { 200: answer },
        problems: [400, 403, 413, 415, 422, 429, 503],
      }),
      jsonBody(generateSchema),
      (c) => propose(database.queries, c.var.ownerId),
    )
  }
  return routes
}

async function propose(queries: Queries, ownerId: string): Promise<never> {
  await takeTurn(queries, { key: `generate ${ownerId}`, limit: 20, windowMs: hourMs })
  throw new Problem('ai_unavailable', {
    detail: 'No assistant provider is configured for this installation.',
  })
}
