import { isOnly, limitPhrases, type Limit } from '../../answers/numbers/quantity-words.ts'
import { unitOf } from '../../answers/numbers/units.ts'
import { detectLanguage } from '../language/detect-language.ts'
import { conceptsOf, isGeneral, isPlea, findConcepts } from './concepts.ts'
import {
  isAt,
  isStopword,
  phraseAt,
  phraseMap,
  phrasesIn,
  says,
  skip,
  tokensOf,
  type Token,
} from './text.ts'
import { everyLanguage, wordsOf, type Words } from './words.ts'

/** A rule of the instructions that is about contacts, and not about how the assistant speaks. */
export interface Rule {
  text: string
  concepts: ReadonlySet<string>
  /** Everything that it is about; it is met where all of that is spoken of. */
  terms: readonly Term[]
  /** It says what to tell in a case; the others say what is not done, or done alone. */
  isCase: boolean
  bounds: readonly Bound[]
}

interface Term {
  concepts: readonly string[]
  words: readonly string[]
}

/** A number of a rule, and which others the business takes nobody for. */
export interface Bound {
  counts: 'years' | 'people' | 'other'
  isBroken: (value: number) => boolean
}

/** What a sentence of the instructions is: a rule for contacts, an order not to do something, or neither. */
export type Sentence = Rule | 'order' | undefined

/** Reads a sentence; what is not surely about contacts is for the assistant alone. */
export function readRule(sentence: string, home: string): Sentence {
  const text = sentence.trim()
  const tokens = tokensOf(text)
  const words = wordsOf([detectLanguage(text, [], home) ?? home])
  const first = skip(tokens, 0, [words.filler], ({ kind }) => kind === 'sign')
  const denial = denialIn(tokens, first, words)
  if (denial !== undefined) return deniedRule(text, tokens, { ...denial, first }) ?? 'order'
  const isLimit = isOnly(tokens[first]?.word)
  const behind = isLimit ? first + 1 : first
  const said = tokens.findIndex((_, at) => at > behind && isOrder(tokens, at))
  const isCase = !isLimit && said > 0 && !isAt(tokens, first, everyLanguage.order)
  if (!isLimit && !isCase) return undefined
  const part = partOf(tokens, behind, said)
  if (isPlea({ tokens: part }) || isOrder(tokens, first, 2) || isOrder(tokens, behind))
    return undefined
  // `For discounts never promise anything` is no word for contacts.
  if (isCase && isForbidden(tokens, said))
    return isOrder(tokens, said, 2) || tokens[said - 1]?.kind === 'sign' ? 'order' : undefined
  const bounds = boundsIn(part, isLimit)
  return isLimit && bounds.length === 0
    ? undefined
    : ruleOf(text, part, isCase ? [] : bounds, isCase)
}

/** Up to what is to be said, or what follows a colon. */
function partOf(tokens: readonly Token[], from: number, said: number): Token[] {
  const ends = [said, tokens.findIndex(({ word }) => word === ':')].filter((at) => at > 0)
  return tokens.slice(from, Math.min(tokens.length, ...ends))
}

const ruleOf = (
  text: string,
  part: readonly Token[],
  bounds: readonly Bound[],
  isCase: boolean,
): Rule => ({ text, concepts: conceptsOf(part), terms: termsOf(part), bounds, isCase })

interface Denial {
  from: number
  to: number
  /** What is denied is a thing: `no dogs`. */
  isOfThing: boolean
}

const isForbidden = (tokens: readonly Token[], at: number): boolean =>
  isAt(tokens, at, everyLanguage.forbid, everyLanguage.forbidWithin, everyLanguage.not)

/** Where something is denied to the reader of a sentence; `we do not` only states what is so. */
function denialIn(tokens: readonly Token[], first: number, words: Words): Denial | undefined {
  // `No` denies a thing, but in Spanish what is done.
  const set = tokens[first]?.word === 'no' ? words.forbid : everyLanguage.forbid
  const forbid = phraseAt(tokens, first, set)
  const opening = forbid ?? phraseAt(tokens, first, everyLanguage.none)
  if (opening !== undefined) {
    const isStated =
      tokens[opening.to]?.kind === 'sign' ||
      (forbid && isAt(tokens, opening.to, everyLanguage.stated))
    return isStated ? undefined : { ...opening, isOfThing: forbid === undefined }
  }
  const at = tokens.findIndex(
    (_, place) => place > first && isAt(tokens, place, words.forbidWithin),
  )
  const isWithinLimit = phraseAt(tokens, at, words.forbidWithin)
  if (isWithinLimit === undefined || says(tokens, words.stated)) return undefined
  const isThingFirst =
    at === first + 1 &&
    findConcepts(tokens.slice(first, at)).some(({ values }) => !values.every(isGeneral))
  return isStopword(tokens[first]?.word ?? '') || isThingFirst
    ? undefined
    : { ...isWithinLimit, isOfThing: false }
}

/** A denial is for contacts where a thing is denied, or that they are taken, treated, served. */
function deniedRule(
  text: string,
  tokens: readonly Token[],
  { from, to, isOfThing, first }: Denial & { first: number },
): Rule | undefined {
  const next = skip(
    tokens,
    to,
    [everyLanguage.forbid, everyLanguage.none],
    ({ word }) => isStopword(word) || word.length <= 2,
  )
  const verbs = [to, next, ...(from > first ? [first, tokens.length - 1] : [])]
  const verb = verbs.flatMap((at) => phraseAt(tokens, at, everyLanguage.accept) ?? [])[0]
  const isBare = verb === undefined && (isOfThing || isPeople(tokens, next))
  if (verb === undefined && !isBare) return undefined
  // German puts the verb last: `keine Lieferanten nennen`.
  const last = tokens.findLastIndex(({ kind }) => kind === 'word')
  const isVerbLast =
    tokens[from]?.word.startsWith('kein') === true && /^\p{Ll}.*n$/u.test(tokens[last]?.raw ?? '')
  if (isVerbLast && !isAt(tokens, last, everyLanguage.accept)) return undefined
  const start = from > first ? first : to
  const said = tokens.findIndex(
    (_, at) =>
      at > Math.max(start, verb?.to ?? 0) && isOrder(tokens, at) && !isForbidden(tokens, at),
  )
  if (verb === undefined && isOrder(tokens, from, 2)) return undefined
  if (isOrder(tokens, next) || (said > 0 && tokens[said - 1]?.kind !== 'sign')) return undefined
  const part = partOf(tokens, start, said).filter((_, index) => {
    const at = start + index
    return !(at >= from && at < to) && !(verb && at >= verb.from && at < verb.to)
  })
  if (isPlea({ tokens: part })) return undefined
  return ruleOf(text, part, boundsIn(part, false), false)
}

/** Whom a business takes, or how many and how old they are. */
function isPeople(tokens: readonly Token[], at: number): boolean {
  const about = findConcepts(tokens.slice(at, at + 3)).filter(({ from }) => from === 0)
  return (
    isAt(tokens, at, everyLanguage.people, limitSet) ||
    about.some(({ values }) => values.some((one) => ofPeople.has(one)))
  )
}

const ofPeople = new Set(['children', 'group_booking', 'pets_dogs', 'number_of_people'])

/** Whether an order to the assistant begins at a token, of so many words at least. */
function isOrder(tokens: readonly Token[], at: number, least = 1): boolean {
  const to = phraseAt(tokens, at, everyLanguage.order)?.to ?? at
  const isNamed = findConcepts(tokens.slice(at, at + 4)).some(
    ({ from, values }) => from === 0 && values.includes('order_to_assistant'),
  )
  return to - at >= least || isNamed
}

const limitSet = phraseMap(
  Object.entries(limitPhrases).flatMap(([limit, phrases]) =>
    phrases.split('|').map((phrase): [string, Limit] => [phrase, limit as Limit]),
  ),
)

/** How far a limit stands from its number: `under the age of 12`, `12 years and older`. */
const maxLimitDistance = 4

/** `Under 12`, `more than 8 people`; of `only from 18` all others are broken. */
function boundsIn(tokens: readonly Token[], isOnlyThose: boolean): Bound[] {
  return tokens.flatMap(({ kind, word }, at) => {
    if (kind !== 'digits') return []
    const before = phrasesIn(tokens.slice(Math.max(0, at - maxLimitDistance), at), limitSet).at(-1)
    const [behind] = phrasesIn(tokens.slice(at + 1, at + 1 + maxLimitDistance), limitSet)
    const [limit] = (before ?? behind)?.values ?? []
    if (limit === undefined) return []
    const isWithin = within[limit]
    const isBroken = (value: number) => isWithin(value, Number(word)) !== isOnlyThose
    return [{ counts: countedAt(tokens, at), isBroken }]
  })
}

const within: Record<Limit, (value: number, limit: number) => boolean> = {
  under: (value, limit) => value < limit,
  upTo: (value, limit) => value <= limit,
  from: (value, limit) => value >= limit,
  over: (value, limit) => value > limit,
}

/** What a number of a rule counts: the years of somebody, or how many come. */
function countedAt(tokens: readonly Token[], at: number): Bound['counts'] {
  const near = tokens.slice(at + 1, at + maxLimitDistance)
  const unit = near.map(({ word }) => unitOf(word)).find((one) => one !== undefined)
  if (unit?.id === unitOf('year')?.id) return 'years'
  if (unit?.kind === 'people' || says(near, everyLanguage.people)) return 'people'
  if (unit !== undefined) return 'other'
  const about = conceptsOf(tokens)
  if (about.has('group_booking')) return 'people'
  const isOfAge = ['children', 'age', 'minimum_age'].some((one) => about.has(one))
  return isOfAge || says(tokens, everyLanguage.people) ? 'years' : 'other'
}

/** All that has to be spoken of: what its words stand for, and what stands for nothing known. */
function termsOf(tokens: readonly Token[]): Term[] {
  const places = findConcepts(tokens).filter(({ values }) => !values.every(isGeneral))
  const isContent = ({ kind, word }: Token) =>
    kind === 'word' && word.length > 2 && !isStopword(word)
  const rest = tokens.filter(
    (token, at) => isContent(token) && !places.some(({ from, to }) => at >= from && at < to),
  )
  return [
    ...places.map(({ from, to, values }) => ({
      concepts: values,
      words: tokens
        .slice(from, to)
        .filter(isContent)
        .map(({ word }) => word),
    })),
    ...rest.map(({ word }) => ({ concepts: [], words: [word] })),
  ]
}
