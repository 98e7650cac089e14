import { conceptsOf, conceptsOfField, isGeneral } from './concepts.ts'
import { isQuestion, findLeadingAnswer } from './intents.ts'
import { isAlike } from './is-alike.ts'
import { namesOf, type Found, type ScannedMessage, type FieldSearch } from './scanned-message.ts'
import { isAt, says, tokensOf, type Clause, type Token } from './text.ts'
import type { Words } from './words.ts'

const usual = /^(?:normale?s?|regular|नॉर्मल|सामान्य|عادي|عاديه)$/
const free = /^(?:free|libre|livre)$|(?:less|frei)$/

/** Yes or no to what was asked, or the name of the thing itself: `eggless please`, `no injuries`. */
export function findBoolean(scanned: ScannedMessage, looking: FieldSearch): Found | undefined {
  const { field, isAsked, words } = looking
  const { tokens, text, clauses } = scanned
  // `Do you deliver on Sunday?` orders no delivery.
  const named = clauses.find(
    (clause) =>
      namesIt(clause, looking) &&
      (!isQuestion(clause, words) || says(clause.tokens, words.request)),
  )
  if (named !== undefined) {
    const isDenied = deniesIt(named.tokens, words)
    // `Gluten free` and `sin gluten` ask for what is left out.
    const value = deniesIt(tokensOf(field.label), words) ? isDenied : !isDenied
    return { start: named.start, end: named.end, value }
  }
  if (!isAsked) return undefined
  const leading = findLeadingAnswer(scanned, words)
  if (leading !== undefined || says(tokens, words.refusal)) return leading
  if (deniesIt(tokensOf(field.label), words) && tokens.some(({ word }) => usual.test(word)))
    return { start: 0, end: text.length, value: false }
  // `That would be great, yes`
  const isYes = says(tokens, words.yes)
  const isNo = says(tokens, words.no, words.nothing, words.not)
  const isAsking = clauses.some((clause) => isQuestion(clause, words))
  const isClear = isYes !== isNo && !isAsking && tokens.length <= maxTokens
  return isClear ? { start: 0, end: text.length, value: isYes } : undefined
}

/** Whoever says more tells something else. */
const maxTokens = 8

/** By all words of its name, or by what only it is about. */
function namesIt({ tokens }: Clause, { field }: FieldSearch): boolean {
  const names = namesOf(field)
  const isSaid = (name: string) => tokens.some(({ word }) => isAlike(word, name))
  if (names.length > 0 && names.every(isSaid)) return true
  const about = conceptsOfField(field)
  return [...conceptsOf(tokens)].some((concept) => about.has(concept) && !isGeneral(concept))
}

const deniesIt = (tokens: readonly Token[], { not, no, nothing }: Words): boolean =>
  says(tokens, not, nothing) || isAt(tokens, 0, no) || tokens.some(({ word }) => free.test(word))
