import { randomBytes } from 'node:crypto'

import type { Problem } from '@errand/contract/problem'
import type { Context } from 'hono'

/** The answer while the api cannot be reached, in the shape of its own errors. */
export function serviceUnavailable(c: Context): Response {
  const retryAfter = 2
  const problem: Problem = {
    type: 'https://errors.local/service-unavailable',
    title: 'The service is not available right now. Please try again in a moment.',
    status: 503,
    code: 'service_unavailable',
    instance: c.req.path,
    traceId: randomBytes(16).toString('hex'),
    retryAfter,
  }
  return c.body(JSON.stringify(problem), 503, {
    'content-type': 'application/problem+json',
    'retry-after': String(retryAfter),
    'cache-control': 'no-store',
  })
}
