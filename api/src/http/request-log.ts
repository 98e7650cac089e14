import { randomUUID } from 'node:crypto'

import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'

import type { RequestEnv } from './context.ts'

/** One line a request; the route's pattern instead of the path, and nothing that a person sent. */
export function requestLog(log: Logger): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const start = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    await next()
    c.header('x-request-id', requestId)
    const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? null
    log.info(
      {
        method: c.req.method,
        route,
        status: c.res.status,
        ms: Math.round((performance.now() - start) * 10) / 10,
        traceId: c.var.traceId,
        requestId,
      },
      'request',
    )
  }
}
