import { Hono } from 'hono'
import type * as z from 'zod/mini'

import {
  edgeNamePattern,
  edgeReportSchema,
  type edgeAnswerSchema,
} from '../../rollouts/edge-report.ts'
import type { AuthenticatedEnv } from '../access.ts'
import type { RegistryContext } from '../context.ts'
import { readBody, Refusal } from '../refusal.ts'
import { addExposures } from '../signal/add-exposures.ts'
import { tokenKeysOf } from '../signal/token-keys.ts'
import { saveEdge } from '../tables/sightings.ts'

/** As much as a report with the most exposures has, each with an error. */
const maxReportBytes = 2 * 1024 * 1024

/** What edges report: the only thing that the token for reading may add. */
export function edgesRoutes({ database }: RegistryContext) {
  return new Hono<AuthenticatedEnv>().post('/:edge', async (c) => {
    const { principal, expiresAt } = c.var
    // The answer has keys, which would be valid when a console token has expired.
    if (principal.kind === 'app' || expiresAt !== null)
      throw new Refusal('forbidden', 'Only an edge reports what it has seen.')
    const name = c.req.param('edge')
    if (!edgeNamePattern.test(name))
      throw new Refusal('validation_failed', 'That is no name of an edge.')
    const { damaged, exposures, sentAt } = await readBody(c, edgeReportSchema, maxReportBytes)
    await database.transaction(async (queries) => {
      await saveEdge(queries, name, damaged)
      await addExposures(queries, exposures, sentAt)
    })
    const answer: z.infer<typeof edgeAnswerSchema> = { keys: await tokenKeysOf(database) }
    return c.json(answer, 200, { 'cache-control': 'no-store' })
  })
}
