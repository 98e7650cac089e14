import type { Problem as ProblemDocument } from '@errand/contract/problem'
import { isConnectionError } from '@errand/database'
import type { Context, ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'

import type { RequestEnv } from './context.ts'
import { Problem } from './problem.ts'

/** Turns every error into a problem document; one that nobody expected is logged and tells nothing. */
export function errorHandler(log: Logger): ErrorHandler<RequestEnv> {
  return (error, c) => {
    const problem = toProblem(error)
    if (problem.status >= 500) {
      const { traceId, requestId } = c.var
      log.error({ err: error, traceId, requestId }, problem.title)
    }
    return answer(c, problem)
  }
}

function toProblem(error: Error): Problem {
  if (error instanceof Problem) return error
  if (isConnectionError(error)) {
    return new Problem('service_unavailable', { retryAfter: 2, cause: error })
  }
  return new Problem('internal', { cause: error })
}

function answer(c: Context<RequestEnv>, problem: Problem): Response {
  const { detail, errors, meta, retryAfter, headers } = problem.options
  const document: ProblemDocument = {
    type: `https://errors.local/${problem.code.replaceAll('_', '-')}`,
    title: problem.title,
    status: problem.status,
    code: problem.code,
    ...(detail !== undefined && { detail }),
    instance: c.req.path,
    traceId: c.var.traceId,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(errors !== undefined && { errors }),
    ...(meta !== undefined && { meta }),
  }
  return c.body(JSON.stringify(document), problem.status as ContentfulStatusCode, {
    ...headers,
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    'content-type': 'application/problem+json',
  })
}
