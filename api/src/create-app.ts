import { maxBodyBytes } from '@errand/contract/limits'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'

import { authRoutes } from './auth/auth.routes.ts'
import type { Database } from './database/database.ts'
import { docsRoutes } from './docs/docs.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import type { RequestEnv } from './http/context.ts'
import { errorHandler } from './http/error-handler.ts'
import { Problem } from './http/problem.ts'
import { requestLog } from './http/request-log.ts'
import { securityHeaders } from './http/security-headers.ts'
import { trace } from './http/trace.ts'
import { unknownRoute } from './http/unknown-route.ts'
import type { VerifyToken } from './identity/identity.ts'
import { jobsRoutes } from './jobs/jobs.routes.ts'

/** The whole API as one function from request to answer; `server.ts` puts it on a port. */
export function createApp(dependencies: {
  database: Database
  verifyToken: VerifyToken
  log: Logger
}): Hono<RequestEnv> {
  const { database, log } = dependencies
  const app = new Hono<RequestEnv>()
  app.use(trace, requestLog(log), securityHeaders)
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError: refuseBody }))
  app.onError(errorHandler(log))
  app.notFound(unknownRoute(app))
  app.route('/api', healthRoutes(database))
  app.route('/api', docsRoutes(app))
  app.route('/api/auth', authRoutes(dependencies))
  app.route('/api/jobs', jobsRoutes(dependencies))
  return app
}

function refuseBody(): never {
  throw new Problem('body_too_large', { detail: 'At most 1 MiB.' })
}
