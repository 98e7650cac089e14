import type { Context, ErrorHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'

import type { RequestEnv } from './context.ts'
import { toProblem, toProblemDocument } from './problem-document.ts'
import type { Problem } from './problem.ts'

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

function answer(c: Context<RequestEnv>, problem: Problem): Response {
  const { retryAfter, headers } = problem.options
  const { traceId } = c.var
  const document = toProblemDocument(problem, { instance: c.req.path, traceId })
  return c.body(JSON.stringify(document), problem.status as ContentfulStatusCode, {
    ...headers,
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    'content-type': 'application/problem+json',
  })
}
