import { heartbeatPath, releasesInUseSchema } from '@errand/contract/release'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import type { Sightings } from './sightings.ts'

const maxBeatBytes = 16 * 1024

/** Open pages say which releases they still run. Anybody may: all it does is keep files. */
export function heartbeats(sightings: Sightings) {
  return new Hono().post(heartbeatPath, bodyLimit({ maxSize: maxBeatBytes }), async (c) => {
    const names = releasesInUseSchema.safeParse(await c.req.json().catch(() => undefined))
    if (!names.success) return c.body(null, 400)
    sightings.releases(names.data)
    return c.body(null, 204)
  })
}
