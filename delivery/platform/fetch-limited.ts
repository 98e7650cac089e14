import { limitAnswer } from '@errand/contract/limit-answer'

/** More than any answer of a registry has. */
const maxAnswerBytes = 16 * 1024 * 1024

/**
 * Fetches from another server, whose answer could have no end: reading more than the limit fails with
 * `AnswerTooLarge`. Edges, registries and the command fetch by nothing else.
 */
export async function fetchLimited(
  url: string | URL | Request,
  init?: RequestInit,
  maxBytes = maxAnswerBytes,
): Promise<Response> {
  // oxlint-disable-next-line no-restricted-globals -- its one place
  const answer = await fetch(url, init)
  const { host } = new URL(url instanceof Request ? url.url : url)
  return limitAnswer(answer, { service: host, maxBytes })
}
