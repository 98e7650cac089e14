import { randomBytes, randomUUID } from 'node:crypto'

import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'

/** Who signed in, as the identity provider vouches for it. */
export interface Identity {
  uid: string
  phoneNumber: string | undefined
  /** When the token that says so ends, and when the person last signed in. */
  expiresAt: Date
  authenticatedAt: Date
}

/** Gives the identity of a bearer token, or throws the 401 that says why not. */
export type VerifyToken = (token: string) => Promise<Identity>

/** What a request carries through the handlers. */
export interface RequestEnv {
  Variables: {
    traceId: string
    /** This request's own: a caller's trace may have many. */
    requestId: string
  }
}

/** A request of somebody whose token was verified. */
export interface SignedInEnv {
  Variables: RequestEnv['Variables'] & { identity: Identity }
}

/** A request of somebody who has a profile. */
export interface OwnerEnv {
  Variables: SignedInEnv['Variables'] & {
    ownerId: string
  }
}

/** W3C Trace Context, version 00; an all-zero trace id is invalid there. */
const traceparent = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/** Gives the request the trace id of its caller or a new one, and tells it in the answer. */
export const assignTraceId: MiddlewareHandler<RequestEnv> = async (c, next) => {
  const traceId =
    traceparent.exec(c.req.header('traceparent') ?? '')?.[1] ?? randomBytes(16).toString('hex')
  c.set('traceId', traceId)
  await next()
  c.header('x-trace-id', traceId)
}

/** One line a request; the route's pattern instead of the path, and nothing that a person sent. */
export function logRequests(log: Logger): MiddlewareHandler<RequestEnv> {
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

/** Answers are private data, not pages: nobody stores, sniffs, frames or runs them. */
const defaultHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Sets what an answer has not set itself. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(defaultHeaders)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}
