import { conceptsOf, conceptsOfField, isGeneral } from './concepts.ts'
import { namesOf, type Found, type Heard, type Looking } from './heard.ts'
import { isQuestion, leadingAnswer } from './intents.ts'
import { isAlike } from './is-alike.ts'
import { isAt, isStopword, says, tokensOf, type Clause, type Token } from './text.ts'
import type { Words } from './words.ts'

const free = /^(?:free|libre|livre)$|(?:less|frei)$/
const usual = /^(?:normale?s?|regular|नॉर्मल|सामान्य|عادي|عاديه)$/

/** Yes or no to what was asked, or the name of the thing itself: `eggless please`, `no injuries`. */
export function findBoolean(heard: Heard, looking: Looking): Found | undefined {
  const { field, isAsked, words } = looking
  const { tokens, text } = heard
  const label = tokensOf(field.label)
  const isNot = (at: number) => isAt(label, at, words.not)
  const answer = (value: boolean): Found => ({ start: 0, end: text.length, value })
  // `Gluten free` and `sin gluten` ask for what is left out.
  const isWithout = label.some(({ word }, at) => free.test(word) || isNot(at))
  const things = label.flatMap(({ word }, at) =>
    isNot(at) || isStopword(word) ? [] : [word.replace(free, '')],
  )
  if (isWithout && isAsked) {
    const thing = placeOf(
      tokens,
      things.filter(({ length }) => length > 2),
    )
    if (thing >= 0)
      return answer(isDenied(tokens, thing, words) || free.test(tokens[thing + 1]?.word ?? ''))
  }
  const leading = isAsked ? leadingAnswer(heard, words) : undefined
  if (leading !== undefined) return leading
  const named = heard.clauses.find((clause) => namesIt(clause, looking))
  if (named !== undefined) return { ...spanOf(named), value: !isDeniedIn(named, words) }
  if (!isAsked || says(tokens, words.refusal)) return undefined
  if (conceptsOf(tokens).has('pickup') && conceptsOfField(field).has('delivery'))
    return answer(false)
  if (isWithout && tokens.some(({ word }) => usual.test(word))) return answer(false)
  if (isWithout && tokens.length <= 2 && says(tokens, words.not)) return answer(true)
  // `That would be great, yes`
  const isYes = says(tokens, words.yes)
  const isNo = says(tokens, words.no, words.nothing, words.not)
  const isAsking = heard.clauses.some((clause) => isQuestion(clause, words))
  if (isYes !== isNo && !isAsking && tokens.length <= 8) return answer(isYes)
  return undefined
}

const spanOf = ({ start, end }: Clause) => ({ start, end })

const placeOf = (tokens: readonly Token[], names: readonly string[]): number =>
  Math.max(-1, ...names.map((name) => tokens.findIndex(({ word }) => isAlike(word, name))))

/** By all words of its name, or by what only it is about. */
function namesIt({ tokens }: Clause, { field }: Looking): boolean {
  const names = namesOf(field)
  if (names.length > 0 && names.every((name) => placeOf(tokens, [name]) >= 0)) return true
  const about = conceptsOfField(field)
  return [...conceptsOf(tokens)].some((concept) => about.has(concept) && !isGeneral(concept))
}

const isDenied = (tokens: readonly Token[], at: number, { not }: Words): boolean =>
  isAt(tokens, at - 1, not) ||
  isAt(tokens, at + 1, not) ||
  (tokens[at - 1]?.kind === 'word' && isAt(tokens, at - 2, not))

const isDeniedIn = ({ tokens }: Clause, { not, no, nothing }: Words): boolean =>
  says(tokens, not, nothing) || isAt(tokens, 0, no)
