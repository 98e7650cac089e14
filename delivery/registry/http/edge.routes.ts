import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { edgeNamePattern, edgeReportSchema } from '../../rollouts/edge-report.ts'
import type { AuthenticatedEnv } from '../access.ts'
import type { RegistryContext } from '../context.ts'
import { readBody, Refusal } from '../refusal.ts'
import { addVisits, saveEdge } from '../tables/sightings.ts'

const maxReportBytes = 256 * 1024

/** What edges report: the only thing that the token for reading may add. */
export function edgesRoutes({ database }: RegistryContext) {
  return new Hono<AuthenticatedEnv>().post(
    '/:edge',
    bodyLimit({ maxSize: maxReportBytes }),
    async (c) => {
      if (c.var.principal.kind === 'app')
        throw new Refusal('forbidden', 'Only an edge reports what it has seen.')
      const name = c.req.param('edge')
      if (!edgeNamePattern.test(name))
        throw new Refusal('validation_failed', 'That is no name of an edge.')
      const { visits, damaged } = await readBody(c, edgeReportSchema)
      await database.transaction(async (queries) => {
        await saveEdge(queries, name, damaged)
        await addVisits(queries, visits)
      })
      return c.body(null, 204)
    },
  )
}
