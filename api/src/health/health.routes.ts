import { apiContract } from '@errand/contract/api-contract'
import { Hono } from 'hono'

import type { Database } from '../database/database.ts'
import { Problem } from '../http/problem.ts'

/** /api/healthz: the process lives, and with which contract. /api/readyz: it can do its work. */
export function healthRoutes(database: Database) {
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok', contract: apiContract }))
    .get('/readyz', async (c) => {
      try {
        await database.ping()
      } catch (cause) {
        throw new Problem('service_unavailable', { retryAfter: 2, cause })
      }
      return c.json({ status: 'ok' })
    })
}
