import { randomBytes, randomUUID } from 'node:crypto'

import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'

import { runAs } from '../watchdog/watchdog.ts'

/** Who signed in, according to the identity provider's token. */
export interface Identity {
  uid: string
  phoneNumber: string | undefined
  /** When the token was issued and expires, and when the person last signed in. */
  issuedAt: Date
  expiresAt: Date
  authenticatedAt: Date
  /** The token itself, by which the provider can be asked about its user. */
  token: string
}

/** Where a call comes from, as far as it says so. */
export interface Device {
  id: string | undefined
  userAgent: string
  address: string
}

/** The device and address by which the owner does something, as the activity log names them. */
export interface Actor {
  device: string
  address: string
}

/** Returns the identity in a bearer token, or throws a 401 that says what is wrong with it. */
export type ReadToken = (token: string) => Promise<Identity>

/** Who signed in, and the account that this person has, if any. */
interface SignedIn {
  identity: Identity
  ownerId: string | undefined
  isSignedIn: IsSignedIn
}

/** Whether the sign-in and its account are still open, for work that goes on after its call was accepted; by memory. */
type IsSignedIn = () => Promise<boolean>

/** The same for a token whose sign-in has to be open as well; a first one is stored with its device. */
export type VerifyToken = (
  token: string,
  device: Device,
  /** Called as soon as it is known whose token it is, also when it is refused. */
  noteOwner?: (ownerId: string) => void,
) => Promise<SignedIn>

/** The variables of every request. */
export interface RequestEnv {
  Variables: {
    traceId: string
    /** Unique to this request: a trace may span many requests. */
    requestId: string
    /** The code of the problem that answers it. */
    problemCode?: string
    /** Whose request it is, as far as that is known: also of a refused one. */
    ownerId?: string | undefined
    /** The client's address; undefined where there is no connection. */
    address?: string | undefined
    /** Counts against the limit of refused requests although it is accepted: anybody could send it. */
    countsAsRefused?: boolean
  }
}

/** A request of somebody whose token was verified. */
export interface SignedInEnv {
  Variables: RequestEnv['Variables'] & {
    identity: Identity
    actor: Actor
    isSignedIn: IsSignedIn
  }
}

/** A request of somebody who has a profile. */
export interface OwnerEnv {
  Variables: SignedInEnv['Variables'] & {
    ownerId: string
  }
}

/** W3C Trace Context, version 00; an all-zero trace id is invalid there. */
const traceparent = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/** Gives the request its caller's trace id or a new one, and returns it in a header. */
export const assignTraceId: MiddlewareHandler<RequestEnv> = async (c, next) => {
  const traceId =
    traceparent.exec(c.req.header('traceparent') ?? '')?.[1] ?? randomBytes(16).toString('hex')
  c.set('traceId', traceId)
  await next()
  c.header('x-trace-id', traceId)
}

/** The route that answers a request; its pattern, because a path contains ids. */
export const findRoute = (c: Context) => matchedRoutes(c).findLast(({ method }) => method !== 'ALL')

/** Logs one line per request, refused ones with the reason: the route's pattern instead of the path, and nothing that a person sent. */
export function logRequests(log: Logger): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const start = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    const { traceId } = c.var
    await runAs(() => ({ name: nameRoute(c), traceId, requestId }), next)
    c.header('x-request-id', requestId)
    const route = findRoute(c)?.path ?? null
    log.info(
      {
        method: c.req.method,
        route,
        status: c.res.status,
        code: c.var.problemCode,
        ownerId: c.var.ownerId,
        ms: Math.round((performance.now() - start) * 10) / 10,
        traceId,
        requestId,
      },
      'request',
    )
  }
}

/** A name for what answers a request; all unknown paths share one. */
function nameRoute(c: Context): string {
  const { method, path } = findRoute(c) ?? { method: 'other', path: 'none' }
  return `${method} ${path}`
}

/** Responses are private data, not pages: no browser may store, sniff, frame or run them. */
const defaultHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Sets these headers where a response has not set its own. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(defaultHeaders)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}

/** Ends what a HEAD request has opened, of which nobody reads the body: a file, or a stream of events. */
export const endBodyOfHead: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
}
