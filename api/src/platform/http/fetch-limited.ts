import { channel } from 'node:diagnostics_channel'

import { limitAnswer } from '@errand/contract/limit-answer'

/** Told of each answer that was too large, for the log: most callers treat it as one of no sense. */
export const tooLargeAnswers = channel('errand.too-large-answers')

const kibibyte = 1024
/** More than any answer that is read whole has. */
const maxAnswerBytes = 4 * 1024 * kibibyte
/** The same for an error, of which little is read. */
const maxErrorBytes = 64 * kibibyte

interface Limit {
  /** How much of a good answer may be read. */
  maxBytes?: number | undefined
}

/** Sends a request: `fetchLimited`, or what stands in for it. */
export type Fetch = (url: string, init?: RequestInit, limit?: Limit) => Promise<Response>

/**
 * Fetches from another service, whose answer could have no end: reading more than the limit fails with
 * `AnswerTooLarge`. The api fetches by nothing else.
 */
export async function fetchLimited(
  url: string | URL | Request,
  init?: RequestInit,
  { maxBytes = maxAnswerBytes }: Limit = {},
): Promise<Response> {
  // oxlint-disable-next-line no-restricted-globals -- its one place
  const answer = await fetch(url, init)
  return limitAnswer(answer, {
    service: new URL(url instanceof Request ? url.url : url).host,
    maxBytes: answer.ok ? maxBytes : Math.min(maxBytes, maxErrorBytes),
    onTooLarge: (error) => tooLargeAnswers.publish(error),
  })
}
