import type { JobField } from '@errand/contract/job-field'
import type { Temporal } from 'temporal-polyfill'

import { fillBlanks, type Phrases } from '../../phrases/phrases.ts'
import type { TurnRequest } from '../turn.ts'
import {
  asksWhetherBot,
  conceptsOf,
  conceptsOfField,
  isGeneral,
  isAboutHours,
  isAboutPrice,
  findConcepts,
} from './concepts.ts'
import { hoursText } from './hours-text.ts'
import { isAlike } from './is-alike.ts'
import { allSentences, contentOf, ownerSentences, type OwnerSentence } from './owner-sentences.ts'
import { lastReply } from './reader.ts'
import { namesField, overlap } from './scanned-message.ts'
import type { When } from './steps.ts'
import { isAt, phraseSet, phrasesIn, says, tokensOf, type Clause, type Token } from './text.ts'
import { everyLanguage } from './words.ts'

/** What was found to answer a question. */
export interface Fact {
  text: string
  /** The business's sentences that it rests on. */
  sources: string[]
}

interface FactQuestion {
  clause: Clause
  whens: readonly When[]
  request: TurnRequest
  /** What was read in the same burst. */
  said: readonly { field: JobField; value?: unknown }[]
  phrases: Phrases
  now: Temporal.PlainDateTime
}

/** What the business says to a question: its hours, or its own sentences on it. */
export function factFor(asked: FactQuestion): Fact | undefined {
  const { clause, request, phrases } = asked
  const { website, name, description, hours } = request.business
  const about = conceptsOf(clause.tokens)
  if (isAboutHours(about)) {
    // What the job says of its days is more exact than Settings, and is quoted: nothing is guessed from it.
    const own = ownerSentences(request).filter(saysOpenDays)
    if (own.length > 0) return factOf(own.slice(0, maxSentences))
    if (hours.enabled) return { text: hoursText({ ...asked, hours }), sources: [] }
  }
  if (asksWhetherBot(clause.tokens))
    return { text: fillBlanks(phrases.isAssistant, { business: name }), sources: [] }
  if (about.has('website') && website !== '')
    return { text: fillBlanks(phrases.website, { website }), sources: [website] }
  const found = findSentences(asked, about)
  if (found.length > 0) return factOf(found)
  const isOfPlace = about.has('address_where') || about.has('directions')
  return isOfPlace && description !== '' ? { text: description, sources: [description] } : undefined
}

/** `Open Tuesday to Sunday`. */
const saysOpenDays = ({ concepts, tokens }: OwnerSentence): boolean =>
  isAboutHours(concepts) &&
  phrasesIn(tokens, everyLanguage.when).some(({ values }) =>
    values.some(({ kind }) => kind === 'weekday'),
  )

const factOf = (found: readonly OwnerSentence[]): Fact => ({
  text: found.map(({ text }) => text).join(' '),
  sources: found.map(({ source }) => source),
})

/** What the business says for an emergency, if it does. */
export function factForEmergency(request: TurnRequest): Fact | undefined {
  const answers = request.job.answers.map(({ answer }) => answer)
  const sources = [...allSentences(request), ...answers].filter((text) =>
    conceptsOf(text).has('emergency'),
  )
  return sources.length === 0 ? undefined : { text: sources.join(' '), sources }
}

/** What the business says no to and somebody speaks of all the same: `with my little dog`. */
export function factAgainst({ tokens }: Clause, request: TurnRequest): Fact | undefined {
  const { not, no } = everyLanguage
  if (says(tokens, not, no)) return undefined
  const isAskedFor = (concept: string) =>
    request.fields.some(({ field }) => conceptsOfField(field).has(concept))
  const about = [...conceptsOf(tokens)].filter((one) => !isGeneral(one) && !isAskedFor(one))
  const words = contentOf(tokens)
  const isSaid = ({ text }: OwnerSentence) =>
    request.history.some((message) => message.text.includes(text))
  const found = ownerSentences(request).find(
    (sentence) =>
      // A contact who names what is left out has not read it.
      leftOut(sentence).some((one) => words.some((word) => isAlike(word, one))) ||
      (sentence.isDenial && about.some((one) => sentence.concepts.has(one)) && !isSaid(sentence)),
  )
  return found && factOf([found])
}

const except = phraseSet(
  'except|excluding|apart from|other than|außer|ausgenommen|excepto|salvo|menos|exceto|sauf|hormis|إلا|عدا|باستثناء|छोड़कर|ko chhod kar|ko chodkar'.split(
    '|',
  ),
)
/** Further words may be of something else. */
const maxWordsLeft = 3

/** `Bosch` of `all e-bikes except Bosch`. */
function leftOut({ tokens }: OwnerSentence): string[] {
  const from = tokens.findIndex((_, at) => isAt(tokens, at, except)) + 1
  return from === 0 ? [] : contentOf(tokens.slice(from, from + maxWordsLeft))
}

/** Something that a question is about, and which sentences are about it, too. */
interface Term {
  weight: number
  found: ReadonlySet<OwnerSentence>
}

/** What no sentence says may be of another language, or courtesy. */
const unknownShare = 0.4
/** How much of a question its sentences have to be about. */
const minShare = 0.34
/** What is said by few sentences, for which a further one is quoted. */
const minWeight = 0.9
/** What is longer is no question any more. */
const maxQuestionWords = 12
/** How many sentences answer one question at most. */
const maxSentences = 3

/** The sentences that are about what is asked, those about rare things first. */
function findSentences(asked: FactQuestion, about: ReadonlySet<string>): OwnerSentence[] {
  const { clause, whens, request } = asked
  const all = ownerSentences(request)
  const { greeting, filler, thanks } = everyLanguage
  const isPrice = isAboutPrice(about)
  // `How much are your courses?` names no course, but the field.
  const isGeneric = (token: Token) =>
    isPrice && request.fields.some(({ field }) => namesField([token], field))
  const spoken = clause.tokens.filter(
    (token, at) =>
      !isAt(clause.tokens, at, greeting, filler, thanks) &&
      !whens.some((when) => overlap(when, token)) &&
      !isGeneric(token),
  )
  const { name, description } = request.business
  const terms = termsOf(spoken, all, conceptsOf(`${name}\n${description}`))
  const isUnknown = terms.every(({ found }) => found.size === 0)
  // `And on a Saturday?` is about the answer before.
  const last = lastReply(request)
  const again = all.find(({ text }) => last.includes(text))
  if (isUnknown && terms.length <= 1 && whens.length > 0 && again !== undefined) return [again]
  // `How much is it?` is of what was chosen.
  const chosen = isPrice && isUnknown ? chosenWords(asked) : ''
  const wanted = chosen === '' ? terms : termsOf(tokensOf(chosen), all, new Set())
  const priced = all.filter(({ concepts }) => concepts.has('price'))
  const isOfPriced = wanted.some((term) => priced.some((one) => term.found.has(one)))
  const kept: OwnerSentence[] = []
  let open = wanted
  const scoreOf = (sentence: OwnerSentence) =>
    open.reduce((sum, { weight, found }) => sum + (found.has(sentence) ? weight : 0), 0)
  const whole = wanted.reduce((sum, { weight }) => sum + weight, 0)
  while (kept.length < maxSentences) {
    const candidates = isPrice && isOfPriced ? priced : all
    const [best] = candidates.toSorted((one, two) => scoreOf(two) - scoreOf(one))
    // Each thing that is asked about has its sentence.
    const least = kept.length === 0 ? whole * minShare : minWeight
    if (best === undefined || scoreOf(best) === 0 || scoreOf(best) < least) break
    kept.push(best)
    open = open.filter(({ found }) => !found.has(best))
  }
  // `How much do you take?` is of everything, but not `how much is keratin?`.
  const isOfAll = wanted.every(({ found }) => found.size === 0) && [...about].every(isGeneral)
  return isPrice && isOfAll && priced.length <= maxSentences ? [...kept, ...priced] : kept
}

/** What the words of a question are about: what few sentences say tells most. */
function termsOf(
  tokens: readonly Token[],
  all: readonly OwnerSentence[],
  /** What all of the business is about tells little. */
  trade: ReadonlySet<string>,
): Term[] {
  const termFor = (base: number, isAbout: (sentence: OwnerSentence) => boolean): Term => {
    const found = new Set(all.filter(isAbout))
    const rarity = Math.log2(1 + all.length / Math.max(found.size, 1)) / Math.log2(1 + all.length)
    return { weight: base * (found.size === 0 ? unknownShare : rarity), found }
  }
  const isSaid = (concept: string) => all.some(({ concepts }) => concepts.has(concept))
  const places = findConcepts(tokens).map((place) => ({
    ...place,
    values: place.values.filter((concept) => isGeneral(concept) || isSaid(concept)),
  }))
  const concepts = new Set(places.flatMap(({ values }) => values))
  // Words of a thing that no sentence is about may stand in one all the same.
  const rest = tokens.filter(
    (_, at) =>
      !places.some(({ from, to, values: { length } }) => length > 0 && at >= from && at < to),
  )
  return [
    ...[...concepts]
      .filter((concept) => !isGeneral(concept))
      .map((concept) => termFor(trade.has(concept) ? 0.6 : 2, (one) => one.concepts.has(concept))),
    ...[...new Set(contentOf(rest))]
      .slice(0, maxQuestionWords)
      .map((word) => termFor(1, ({ words }) => words.some((one) => isAlike(word, one)))),
  ]
}

/** The options that were chosen so far, in words. */
const chosenWords = ({ request: { fields }, said }: FactQuestion): string =>
  [...fields, ...said]
    .flatMap(({ field: { options = [] }, value }) =>
      options.filter((option) => [value].flat().includes(option.value)).map(({ label }) => label),
    )
    .join(' ')
