import { randomBytes } from 'node:crypto'

import type { Problem } from '@errand/contract/problem'
import type { Context } from 'hono'

import { logError } from './log.ts'

const retryAfterSeconds = 2

/** The answer while the api cannot be reached, in the shape of its own errors. */
export function serviceUnavailable(c: Context, error: unknown): Response {
  const traceId = randomBytes(16).toString('hex')
  logError('api unreachable', error, { traceId, path: c.req.path })
  const problem: Problem = {
    type: 'https://errors.local/service-unavailable',
    title: 'The service is not available right now. Please try again in a moment.',
    status: 503,
    code: 'service_unavailable',
    instance: c.req.path,
    traceId,
    retryAfter: retryAfterSeconds,
  }
  return c.body(JSON.stringify(problem), 503, {
    'content-type': 'application/problem+json',
    'retry-after': String(retryAfterSeconds),
    'cache-control': 'no-store',
  })
}
