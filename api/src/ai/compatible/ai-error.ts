import { APICallError, NoObjectGeneratedError, RetryError } from 'ai'

import { AiRefused, AiUnavailable } from '../ai-provider.ts'

const overloadedSeconds = 60

/** What went wrong, as the rest of the product knows it. */
export function toAiError(error: unknown): AiRefused | AiUnavailable {
  if (error instanceof AiRefused) return error
  const raw = RetryError.isInstance(error) ? error.lastError : error
  // The errors themselves hold what people wrote, which belongs in no log.
  const cause = new Error(raw instanceof Error ? raw.name : 'Unknown')
  if (NoObjectGeneratedError.isInstance(raw)) {
    return new AiUnavailable('The provider did not answer in the form that was asked for.', {
      cause,
    })
  }
  if (APICallError.isInstance(raw)) {
    const { statusCode, responseHeaders } = raw
    const told = Number(responseHeaders?.['retry-after'])
    const retryAfter = told > 0 ? told : statusCode === 429 ? overloadedSeconds : undefined
    return new AiUnavailable(`The provider answered ${statusCode ?? 'nothing'}.`, {
      cause,
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
  return new AiUnavailable('The provider did not answer.', { cause })
}
