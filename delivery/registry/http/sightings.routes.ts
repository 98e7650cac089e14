import { releasesInUseSchema } from '@errand/contract/release'
import { Hono } from 'hono'

import type { RegistryContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { markSeen } from '../tables/releases.ts'
import type { KnownEnv } from './access.ts'
import { readBody } from './json-body.ts'

/** What edges tell of the releases that pages run: those are not deleted. */
export function sightingsRoutes({ database }: RegistryContext) {
  return new Hono<KnownEnv>().post('/', async (c) => {
    // An edge has the reader's token; a team could keep the releases of others from being deleted.
    if (c.var.principal.kind === 'app')
      throw new Refusal('forbidden', 'Only an edge may tell this.')
    await markSeen(database.queries, await readBody(c, releasesInUseSchema), new Date())
    return c.body(null, 204)
  })
}
