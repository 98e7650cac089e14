import type { Problem } from '@errand/contract/problem'
import { isApiError } from '@errand/shared-auth'

/** Why nothing, or only a part, was written. */
export type DraftFailure =
  | { kind: 'unavailable' | 'tooMany'; retryAfter: number }
  | { kind: 'refused' | 'invalid'; why: string }
  | { kind: 'cut' | 'offline' | 'slow' | 'malformed' | 'unexpected' }

/** A draft that ended by something other than its last word. */
export class DraftFailed extends Error {
  override readonly name = 'DraftFailed'
  readonly failure: DraftFailure

  constructor(failure: DraftFailure, options?: { cause: unknown }) {
    super(`The draft failed: ${failure.kind}`, options)
    this.failure = failure
  }
}

const usualPause = 10

/** What became of a draft, in the terms in which it is told. */
export function failureOf(error: unknown): DraftFailure {
  if (error instanceof DraftFailed) return error.failure
  if (isApiError(error) && error.status === 0) {
    return { kind: isTimeout(error.cause) ? 'slow' : 'offline' }
  }
  const problem = (error as { problem?: Problem | undefined } | undefined)?.problem
  const retryAfter = problem?.retryAfter ?? usualPause
  switch (problem?.code) {
    case 'ai_unavailable':
    case 'service_unavailable':
      return { kind: 'unavailable', retryAfter }
    case 'rate_limited':
      return { kind: 'tooMany', retryAfter }
    case 'ai_refused':
      return { kind: 'refused', why: problem?.detail ?? '' }
    case 'validation_failed':
      return { kind: 'invalid', why: problem?.errors?.[0]?.detail ?? problem?.title ?? '' }
    default:
      return { kind: 'unexpected' }
  }
}

const isTimeout = (cause: unknown): boolean =>
  cause instanceof Error && cause.name === 'TimeoutError'
