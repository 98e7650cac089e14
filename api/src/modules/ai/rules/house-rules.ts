import type { JobField } from '@errand/contract/job-field'

import { isOnly, limitPhrases, type Limit } from '../../answers/numbers/quantity-words.ts'
import { countsPeople, unitOf } from '../../answers/numbers/units.ts'
import type { TurnRequest } from '../turn.ts'
import { conceptsOf, conceptsOfField, findConcepts, isAboutPrice } from './concepts.ts'
import type { Fact } from './facts.ts'
import { positionsAmong } from './is-alike.ts'
import { contentOf, ownerSentences, type OwnerSentence } from './owner-sentences.ts'
import { overlap } from './scanned-message.ts'
import type { When } from './steps.ts'
import { isAt, phraseMap, phrasesIn, says, type Clause, type Token } from './text.ts'
import { everyLanguage } from './words.ts'

interface RuleQuestion {
  clause: Clause
  whens: readonly When[]
  request: TurnRequest
  /** What was read in the same burst. */
  said: readonly { field: JobField; value?: unknown }[]
}

interface BrokenRule extends Fact {
  /** The fields whose answers it does not allow. */
  broken: string[]
}

/** The rule that a contact runs into: an age or a number of people that is not taken, or strong pain. */
export function brokenRuleFor(asked: RuleQuestion): BrokenRule | undefined {
  const { clause, whens, request, said } = asked
  const tokens = clause.tokens.filter((token) => !whens.some((one) => overlap(one, token)))
  for (const sentence of ownerSentences(request)) {
    const { text, source } = sentence
    const bounds = boundsOf(sentence)
    const isBroken = (value: unknown, isFor: (bound: Bound) => boolean) =>
      typeof value === 'number' && bounds.some((one) => one.isBroken(value) && isFor(one))
    const number = numberIn(tokens)
    const broken = said.filter(({ field, value }) =>
      isBroken(value, ({ counts }) => asksFor[counts](field) || number?.value === value),
    )
    const isMet =
      isBroken(number?.value, ({ counts }) => number?.counts === counts) ||
      isCase(sentence, tokens, request)
    if (isMet || broken.length > 0)
      return { text, sources: [source], broken: broken.map(({ field: { key } }) => key) }
  }
  return undefined
}

/** A number of a sentence, and which others the business takes nobody for. */
interface Bound {
  counts: 'years' | 'people'
  isBroken: (value: number) => boolean
}

const limitSet = phraseMap(
  Object.entries(limitPhrases).flatMap(([limit, phrases]) =>
    phrases.split('|').map((phrase): [string, Limit] => [phrase, limit as Limit]),
  ),
)

/** How far a limit stands from its number: `under the age of 12`, `12 years and older`. */
const maxLimitDistance = 4

/** How far behind its beginning a sentence says no: `we do not treat children under 12`. */
const maxDenialDistance = 3

/** `No children under 12`, `only groups up to 8 people`; children under 12 who do not pay are welcome. */
function boundsOf({ tokens, concepts }: OwnerSentence): Bound[] {
  const { not, no, forbid, accept } = everyLanguage
  const isOnlyThose = isOnly(tokens[0]?.word)
  const start = tokens.slice(0, maxDenialDistance)
  const isRefusing =
    isAt(tokens, 0, not, no, forbid) || (says(start, not, no) && says(tokens, accept))
  if (isAboutPrice(concepts) || !(isOnlyThose || isRefusing)) return []
  return tokens.flatMap(({ kind, word }, at) => {
    const counts = kind === 'digits' ? countedAt(tokens, at) : undefined
    const before = phrasesIn(tokens.slice(Math.max(0, at - maxLimitDistance), at), limitSet).at(-1)
    const [behind] = phrasesIn(tokens.slice(at + 1, at + 1 + maxLimitDistance), limitSet)
    const [limit] = (before ?? behind)?.values ?? []
    if (counts === undefined || limit === undefined) return []
    const isBroken = (value: number) => isWithin[limit](value, Number(word)) !== isOnlyThose
    return [{ counts, isBroken }]
  })
}

const isWithin: Record<Limit, (value: number, limit: number) => boolean> = {
  under: (value, limit) => value < limit,
  upTo: (value, limit) => value <= limit,
  from: (value, limit) => value >= limit,
  over: (value, limit) => value > limit,
}

const asksFor: Record<Bound['counts'], (field: JobField) => boolean> = {
  years: (field) => ['age', 'minimum_age'].some((one) => conceptsOfField(field).has(one)),
  people: countsPeople,
}

const ofAge = ['children', 'age', 'minimum_age', 'relation']

/** What a number counts: the years of somebody, or how many come. */
function countedAt(tokens: readonly Token[], at: number): Bound['counts'] | undefined {
  const near = tokens.slice(at + 1, at + maxLimitDistance)
  const unit = near.map(({ word }) => unitOf(word)).find((one) => one !== undefined)
  if (unit?.id === unitOf('year')?.id) return 'years'
  if (unit?.kind === 'people' || says(near, everyLanguage.people)) return 'people'
  if (unit !== undefined) return undefined
  const about = conceptsOf(tokens)
  if (about.has('group_booking')) return 'people'
  return ofAge.some((one) => about.has(one)) || says(tokens, everyLanguage.people)
    ? 'years'
    : undefined
}

/** The only number of a sentence. */
function numberIn(tokens: readonly Token[]) {
  const [at = -1, ...others] = tokens.flatMap(({ kind }, index) =>
    kind === 'digits' ? [index] : [],
  )
  return at < 0 || others.length > 0
    ? undefined
    : { value: Number(tokens[at]?.word), counts: countedAt(tokens, at) }
}

/** `For strong pain tell them to call 111`, where all of the case is spoken of. */
function isCase({ tokens, text }: OwnerSentence, said: readonly Token[], request: TurnRequest) {
  const { tell, not, no } = everyLanguage
  const end = tokens.findIndex((_, at) => isAt(tokens, at, tell))
  if (end <= 0 || says(said, not, no)) return false
  if (request.history.some((message) => message.text.includes(text))) return false
  const given = tokens.slice(0, end)
  const places = findConcepts(given)
  const words = contentOf(
    given.filter((_, at) => !places.some(({ from, to }) => at >= from && at < to)),
  )
  const about = conceptsOf(said)
  const placesOf = positionsAmong(said)
  return (
    places.length + words.length > 0 &&
    places.every(({ values }) => values.some((one) => about.has(one))) &&
    words.every((word) => placesOf(word).length > 0)
  )
}
