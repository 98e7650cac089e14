import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import { setTimeout } from 'node:timers/promises'

import { cookieName } from '@errand/contract/cookie'
import type { Problem } from '@errand/contract/problem'
import { connectionTimes, limitArrival, type ArrivalLimits } from '@errand/serving'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'

/** How long a connection may be silent: longer than a registry may take to publish a release. */
const maxSilentMs = 180_000
/** For requests in progress when it closes. */
const maxStopMs = 1_000
const maxConnections = 10_000
const maxRequestsOfConnection = 100

interface ServerOptions {
  /** With a certificate it speaks HTTP/2; behind a proxy with its own, HTTP/1.1. */
  tls?: { cert: Buffer; key: Buffer } | undefined
  limits?: Partial<ArrivalLimits>
}

/** A server whose clients occupy it for a limited time only, however slowly they send. */
export function createHttpServer(
  fetch: Parameters<typeof limitArrival<HttpBindings | Http2Bindings>>[0],
  { tls, limits }: ServerOptions = {},
): Server | Http2SecureServer {
  const listener = getRequestListener(limitArrival(fetch, limits))
  const settings = { maxConcurrentStreams: maxRequestsOfConnection }
  const http1Options = connectionTimes
  const server =
    tls === undefined
      ? createServer(http1Options, listener)
      : createSecureServer({ ...tls, allowHTTP1: true, http1Options, settings }, listener)
  server.maxConnections = maxConnections
  server.setTimeout(maxSilentMs)
  return server
}

type AnyServer = ReturnType<typeof createHttpServer>

/** Opens the port of a server; throws one sentence when another program has it. */
export async function listen(
  server: AnyServer,
  { port, hostname }: { port: number; hostname: string },
): Promise<void> {
  server.listen(port, hostname)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is in use.`, { cause: error })
  }
}

/** Takes no more requests; resolves when those in progress are done, or after a second. */
export async function closeServer(server: AnyServer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  if ('closeIdleConnections' in server) server.closeIdleConnections()
  // Streams never end by themselves.
  await Promise.race([promise, setTimeout(maxStopMs)])
}

const oneYearSeconds = 31_536_000

/** Whether the browser's connection uses TLS. */
export const isSecure = ({ req }: Context): boolean =>
  req.url.startsWith('https:') || req.header('x-forwarded-proto') === 'https'

/** A cookie of the browser, by its name without a prefix. */
export const readCookie = (c: Context, name: string): string | undefined =>
  getCookie(c, cookieName(name, isSecure(c)))

/** Whether a request is for this machine, whose other programs have the same name and no TLS. */
const isLocal = ({ req }: Context): boolean =>
  /^([^/]+\.)?localhost$/.test(new URL(req.url).hostname)

/** The policy of answers without one of their own, as it also holds in a worker. */
const plainPolicy = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Sends every answer with its type as it is and into no frame of others; once it came by TLS, browsers
 * ask by TLS alone.
 */
export const protectAnswers: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  headers.set('x-content-type-options', 'nosniff')
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', plainPolicy)
  // For this name alone: what else runs below it is not known here.
  if (isSecure(c) && !isLocal(c))
    headers.set('strict-transport-security', `max-age=${oneYearSeconds}`)
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Refuses every other method, some of which nothing behind this could even pass on. */
export const refuseOtherMethods: MiddlewareHandler = async (c, next) => {
  if (methods.includes(c.req.method)) return next()
  const body: Problem = {
    type: 'https://errors.local/method-not-allowed',
    title: 'This address does not support that method',
    status: 405,
    code: 'method_not_allowed',
    traceId: newTraceId(),
  }
  return problem(c, body, { allow: methods.join(', ') })
}

export const newTraceId = (): string => randomBytes(16).toString('hex')

/** An error in the api's format, RFC 9457. */
export function problem(c: Context, body: Problem, headers: Record<string, string> = {}): Response {
  const { status, retryAfter } = body
  return new Response(JSON.stringify({ ...body, instance: c.req.path }), {
    status,
    headers: {
      ...headers,
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(typeof retryAfter === 'number' && { 'retry-after': String(retryAfter) }),
    },
  })
}
