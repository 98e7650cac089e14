import type { Problem as ProblemDocument } from '@errand/contract/problem'
import { isConnectionError } from '@errand/database'

import { Problem } from './problem.ts'

/** Any error as one that a caller can be told about. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isConnectionError(error)) {
    return new Problem('service_unavailable', { retryAfter: 2, cause: error })
  }
  return new Problem('internal', { cause: error })
}

/** A problem as callers get it (RFC 9457). */
export function toProblemDocument(
  problem: Problem,
  { instance, traceId }: { instance: string; traceId: string },
): ProblemDocument {
  const { detail, errors, meta, retryAfter } = problem.options
  return {
    type: `https://errors.local/${problem.code.replaceAll('_', '-')}`,
    title: problem.title,
    status: problem.status,
    code: problem.code,
    ...(detail !== undefined && { detail }),
    instance,
    traceId,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(errors !== undefined && { errors }),
    ...(meta !== undefined && { meta }),
  }
}
