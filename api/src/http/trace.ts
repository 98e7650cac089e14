import { randomBytes } from 'node:crypto'

import type { MiddlewareHandler } from 'hono'

import type { RequestEnv } from './context.ts'

/** W3C Trace Context, version 00; an all-zero trace id is invalid there. */
const traceparent = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/** Gives the request the trace id of its caller or a new one, and tells it in the answer. */
export const trace: MiddlewareHandler<RequestEnv> = async (c, next) => {
  const traceId =
    traceparent.exec(c.req.header('traceparent') ?? '')?.[1] ?? randomBytes(16).toString('hex')
  c.set('traceId', traceId)
  await next()
  c.header('x-trace-id', traceId)
}
