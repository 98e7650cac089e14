import { randomBytes } from 'node:crypto'

import type { Problem } from '@errand/contract/problem'
import type { Context, MiddlewareHandler } from 'hono'

const oneYearSeconds = 31_536_000

/** Whether the browser's connection uses TLS. */
export const isSecure = ({ req }: Context): boolean =>
  req.url.startsWith('https:') || req.header('x-forwarded-proto') === 'https'

/** Whether a request is for this machine, whose other programs have the same name and no TLS. */
const isLocal = ({ req }: Context): boolean =>
  /^([^/]+\.)?localhost$/.test(new URL(req.url).hostname)

/** Sends every answer with its type as it is, and once it came by TLS, browsers ask by TLS alone. */
export const protectAnswers: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  headers.set('x-content-type-options', 'nosniff')
  // For this name alone: what else runs below it is not known here.
  if (isSecure(c) && !isLocal(c))
    headers.set('strict-transport-security', `max-age=${oneYearSeconds}`)
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
