import type { JobField } from '@errand/contract/job-field'

import { conceptsOf, findConcepts } from './concepts.ts'
import { partOf, type Found, type ScannedMessage } from './scanned-message.ts'
import { isAt, isStopword, tokensOf, type Token } from './text.ts'
import type { Words } from './words.ts'

/** German writes the street and its name as one word. */
const joinedStreet = /...(?:strasse|str|weg|allee|platz|gasse|ring|ufer|damm)$/

/** Whether a word says that an address goes on: `street`, `rue`, `flat`, `Lindenweg`. */
export const isStreet = (token: Token): boolean =>
  conceptsOf([token]).has('street') || (joinedStreet.test(token.word) && /^\p{Lu}/u.test(token.raw))

/** `12 rue de la Roquette 75011`, `Baker Street 12`: from the number or the name of a street to the end of its line. */
export function findPlace(
  { text }: ScannedMessage,
  { type }: JobField,
  { request, filler, greeting, when }: Words,
): Found | undefined {
  if (type !== 'address' && type !== 'location') return undefined
  for (const { index, 0: line } of text.matchAll(/[^\n;]+/g)) {
    const tokens = tokensOf(line)
    const named = findConcepts(tokens).filter(({ values }) => values.includes('street'))
    const from = tokens.findIndex(
      (token, at) => isStreet(token) || named.some((one) => one.from === at),
    )
    if (from < 0 || !tokens.some(({ kind }) => kind === 'digits')) continue
    const isName = (at: number) => {
      const token = tokens[at]
      return (
        token?.kind === 'word' &&
        !isStopword(token.word) &&
        !isAt(tokens, at, request, filler, greeting, when)
      )
    }
    const isNumber = (at: number) => tokens[at]?.kind === 'digits'
    let first = from
    while (isName(first - 1)) first -= 1
    const number = [first - 1, from - 1, from - 2].find(isNumber)
    // `B-45 Indira Nagar`
    const start = line.lastIndexOf(' ', tokens[number ?? first]?.start) + 1
    return partOf(text, index + start, index + line.length)
  }
  return undefined
}
