import { Hono } from 'hono'
import * as z from 'zod/mini'

import type { TokenHashes } from './access/principal.ts'
import type { RevisionFeed } from './changes/revision-feed.ts'
import type { RegistryContext } from './context.ts'
import { adminsOnly, knownOnly, noteSuspicious, ownersOnly, type DeedEnv } from './http/access.ts'
import { adminRoutes } from './http/admin.routes.ts'
import { appsRoutes } from './http/apps.routes.ts'
import { changesRoutes } from './http/changes.routes.ts'
import { documentRoutes } from './http/document.routes.ts'
import { errorHandler, type LogError } from './http/problem.ts'
import { releasesRoutes } from './http/releases.routes.ts'
import { ticketsRoutes } from './http/tickets.routes.ts'
import { Refusal } from './refusal.ts'
import { listAudit } from './tables/audit.ts'

/** What the registry's routes stand on. */
export interface RegistryOptions extends RegistryContext {
  feed: RevisionFeed
  tokenHashes: TokenHashes
  logError: LogError
  /** Ends the streams of events. */
  stopping: AbortSignal
}

const auditQuerySchema = z.object({
  app: z.optional(z.string()),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 100),
})

/** The registry as one function from request to answer, everything below `/registry`. */
export function createRegistry(options: RegistryOptions): Hono {
  const { feed, tokenHashes, logError, stopping, ...context } = options
  const registry = new Hono<DeedEnv>()
  registry.use(knownOnly(context, tokenHashes))
  registry.route('/', documentRoutes(context, { feed, stopping }))
  registry.route('/apps', appsRoutes(context))
  registry.get('/audit', async (c) => {
    const query = auditQuerySchema.safeParse(c.req.query())
    if (!query.success) throw new Refusal('validation_failed', 'limit must be from 1 to 1000.')
    const { app, limit } = query.data
    return c.json({ audit: await listAudit(context.database.queries, { app, limit }) })
  })
  registry.route('/tickets', ticketsRoutes(context))
  registry.use('/apps/:app/*', noteSuspicious(context), ownersOnly(context))
  registry.route('/apps/:app/releases', releasesRoutes(context))
  registry.route('/apps/:app', changesRoutes(context))
  registry.use('/apps/:app/*', adminsOnly(context))
  registry.route('/apps/:app', adminRoutes(context))

  const app = new Hono()
  app.route('/registry', registry)
  app.all('/registry/*', () => {
    throw new Refusal('not_found', 'The registry has nothing at this address.')
  })
  app.onError(errorHandler(logError))
  return app
}
