import { randomBytes } from 'node:crypto'

import type { Problem } from '@errand/contract/problem'
import type { Context } from 'hono'

import { logError } from './log.ts'

const retryAfterSeconds = 2

/** The answer while the api cannot be reached. */
export function serviceUnavailable(c: Context, error: unknown): Response {
  const traceId = newTraceId()
  logError('service unreachable', error, { traceId, path: c.req.path })
  return problem(c, {
    type: 'https://errors.local/service-unavailable',
    title: 'The service is not available right now. Please try again in a moment.',
    status: 503,
    code: 'service_unavailable',
    traceId,
    retryAfter: retryAfterSeconds,
  })
}

/** The answer to a body that the api would refuse anyway; it is not passed on. */
export function bodyTooLarge(c: Context, maxBytes: number): Response {
  return problem(c, {
    type: 'https://errors.local/body-too-large',
    title: 'The request is too large',
    detail: `At most ${maxBytes / 1024 / 1024} MiB.`,
    status: 413,
    code: 'body_too_large',
    traceId: newTraceId(),
  })
}

const newTraceId = (): string => randomBytes(16).toString('hex')

/** An error in the shape of the api's own, RFC 9457. */
function problem(c: Context, body: Problem): Response {
  const { status, retryAfter } = body
  return new Response(JSON.stringify({ ...body, instance: c.req.path }), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(typeof retryAfter === 'number' && { 'retry-after': String(retryAfter) }),
    },
  })
}
