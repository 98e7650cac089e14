import type { Span } from './scanned-message.ts'
import { phrasesIn, type Token } from './text.ts'
import type { Words } from './words.ts'

/** How many words may stand between `sorry` and what is meant instead. */
const maxWordsBetween = 3

/** Of what was found in a message only what follows the last correction: `6, sorry 7`. */
export function afterCorrection<Found extends Pick<Span, 'start'>>(
  all: readonly Found[],
  tokens: readonly Token[],
  { correction }: Words,
): Found[] {
  const turn = phrasesIn(tokens, correction).findLast(({ to }) => {
    const [first, last] = [tokens[to]?.start ?? 0, tokens[to + maxWordsBetween]?.start ?? Infinity]
    return all.some(({ start }) => start >= first && start < last)
  })
  const from = tokens[turn?.to ?? 0]?.start ?? 0
  return all.filter(({ start }) => turn === undefined || start >= from)
}
