import { heartbeatPath, releaseSetSchema, releasesInUseSchema } from '@errand/contract/release'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { releasesIn, type Sightings } from './sightings.ts'

/** As much as a browser's beacon holds. */
const maxBeatBytes = 64 * 1024

/** Open pages send the set that they may run. Anybody may: all it does is keep files. */
export function heartbeats(sightings: Sightings) {
  return new Hono().post(heartbeatPath, bodyLimit({ maxSize: maxBeatBytes }), async (c) => {
    const set = releaseSetSchema.safeParse(await c.req.json().catch(() => undefined))
    const names = releasesInUseSchema.safeParse(set.success ? releasesIn(set.data) : undefined)
    if (!names.success) return c.body(null, 400)
    sightings.releases(names.data)
    return c.body(null, 204)
  })
}
