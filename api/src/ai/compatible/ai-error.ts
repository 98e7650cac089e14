import { APICallError, NoObjectGeneratedError, RetryError } from 'ai'

import { AiMisshapen, AiRefused, AiTimedOut, AiUnavailable, type Usage } from '../ai-provider.ts'

const overloadedSeconds = 60

/** What went wrong, as the rest of the product knows it, and what was paid for until then. */
export function toAiError(error: unknown, usage: Usage): AiRefused | AiUnavailable {
  if (error instanceof AiRefused) return new AiRefused(error.message, usage)
  const raw = RetryError.isInstance(error) ? error.lastError : error
  // The errors themselves hold what people wrote, which belongs in no log.
  const cause = new Error(raw instanceof Error ? raw.name : 'Unknown')
  if (NoObjectGeneratedError.isInstance(raw)) {
    return new AiMisshapen('The provider did not answer in the form that was asked for.', {
      cause,
      usage,
    })
  }
  if (APICallError.isInstance(raw)) {
    const { statusCode, responseHeaders } = raw
    const told = Number(responseHeaders?.['retry-after'])
    const retryAfter = told > 0 ? told : statusCode === 429 ? overloadedSeconds : undefined
    return new AiUnavailable(`The provider answered ${statusCode ?? 'nothing'}.`, {
      cause,
      usage,
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
  const isLate = raw instanceof Error && raw.name === 'TimeoutError'
  const Failure = isLate ? AiTimedOut : AiUnavailable
  return new Failure('The provider did not answer.', { cause, usage })
}
