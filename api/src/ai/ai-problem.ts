import { Problem } from '../http/problem.ts'
import { AiRefused, AiUnavailable } from './ai-provider.ts'

/** What a caller is told when the provider failed; other errors stay what they are. */
export function toAiProblem(error: unknown): unknown {
  if (error instanceof AiRefused) return new Problem('ai_refused', { detail: error.message })
  if (!(error instanceof AiUnavailable)) return error
  const { retryAfter } = error
  const detail = 'Nothing was lost. Try again in a moment, or write it yourself.'
  return new Problem('ai_unavailable', { detail, retryAfter, cause: error })
}
