import type { JobField } from '@errand/contract/job-field'
import type { Temporal } from 'temporal-polyfill'

import { fillBlanks, type Phrases } from '../../phrases/phrases.ts'
import { sentencesOf } from '../language/sentences.ts'
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
import { templateOf } from './drafts/tables.ts'
import { hoursText } from './hours-text.ts'
import { isAlike } from './is-alike.ts'
import { readRule } from './read-rule.ts'
import { lastReply } from './reader.ts'
import { namesField } from './scanned-message.ts'
import type { When } from './steps.ts'
import { isAt, isStopword, phraseSet, says, tokensOf, type Clause, type Token } from './text.ts'
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
  if (isAboutHours(about) && hours.enabled)
    return { text: hoursText({ ...asked, hours }), sources: [] }
  if (asksWhetherBot(clause.tokens))
    return { text: fillBlanks(phrases.isAssistant, { business: name }), sources: [] }
  if (about.has('website') && website !== '')
    return { text: fillBlanks(phrases.website, { website }), sources: [website] }
  const isOfPlace = about.has('address_where') || about.has('directions')
  return (
    findSentences(asked, about) ??
    (isOfPlace && description !== '' ? { text: description, sources: [description] } : undefined)
  )
}

/** What the business says for an emergency, if it does. */
export function factForEmergency(request: TurnRequest): Fact | undefined {
  const sources = factsOf(request).filter((text) => conceptsOf(text).has('emergency'))
  return sources.length === 0 ? undefined : { text: sources.join(' '), sources }
}

/** What the business says no to and somebody speaks of all the same: `with my little dog`. */
export function factAgainst({ tokens }: Clause, request: TurnRequest): Fact | undefined {
  const { not, no } = everyLanguage
  const about = [...conceptsOf(tokens)].filter((one) => !isGeneral(one))
  const words = contentOf(tokens)
  if (says(tokens, not, no)) return undefined
  const isAskedFor = (concept: string) =>
    request.fields.some(({ field }) => conceptsOfField(field).has(concept))
  const isSaid = ({ text }: Sentence) =>
    request.history.some((message) => message.text.includes(text))
  const found = knownSentences(request).find(
    (sentence) =>
      // A contact who names what is left out has not read it.
      words.some((word) => sentence.left.some((one) => isAlike(word, one))) ||
      (sentence.isDenial &&
        about.some((one) => sentence.concepts.has(one) && !isAskedFor(one)) &&
        !isSaid(sentence)),
  )
  return found && { text: found.text, sources: [found.text] }
}

/** The sentences in which the business speaks of itself and instructs the assistant. */
export const factsOf = ({ job, business }: Pick<TurnRequest, 'job' | 'business'>): string[] => [
  ...sentencesIn(job.instructions, business.description),
  ...job.answers.map(({ answer }) => answer),
]

const sentencesIn = (...texts: string[]): string[] =>
  texts
    .flatMap(sentencesOf)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

/** A sentence of the business's with what it is about: concepts, and words that stand for none. */
interface Sentence {
  text: string
  concepts: ReadonlySet<string>
  words: readonly string[]
  /** It says no to something. */
  isDenial: boolean
  /** What it leaves out: `Bosch` of `all e-bikes except Bosch`. */
  left: readonly string[]
}

const sentencesByRequest = new WeakMap<TurnRequest, Sentence[]>()

/** What the business says of itself; what it orders the assistant is not quoted. */
function knownSentences(request: TurnRequest): Sentence[] {
  const ready = sentencesByRequest.get(request) ?? readSentences(request)
  sentencesByRequest.set(request, ready)
  return ready
}

function readSentences({ job, business }: TurnRequest): Sentence[] {
  const [home = 'en'] = business.locale.split('-')
  const own = sentencesIn(job.instructions, business.description).flatMap((text) => {
    const tokens = tokensOf(text)
    const rule = readRule(text, home)
    const isOrder =
      rule === 'order' ||
      conceptsOf(tokens).has('order_to_assistant') ||
      isAt(tokens, 0, everyLanguage.order) ||
      templateOf(text) !== undefined
    if (isOrder) return []
    // Whoever is within a limit is denied nothing.
    const isLimit = rule !== undefined && rule.bounds.length > 0
    const sentence = sentenceOf(text, tokens)
    return [isLimit ? { ...sentence, isDenial: false } : sentence]
  })
  // An answer that the owner gave is about what was asked, too.
  const answers = job.answers.map(({ question, answer }) =>
    sentenceOf(answer, tokensOf(`${question}\n${answer}`)),
  )
  return [...own, ...answers]
}

function sentenceOf(text: string, tokens: readonly Token[]): Sentence {
  const concepts = conceptsOf(tokens)
  if (amounts.test(text)) concepts.add('price')
  const from = tokens.findIndex((_, at) => isAt(tokens, at, except))
  const left = from < 0 ? [] : contentOf(tokens.slice(from + 1, from + 1 + maxWordsLeft))
  const isDenial = says(tokens, everyLanguage.not)
  return { text, concepts, words: contentOf(tokens), isDenial, left }
}

const except = phraseSet(
  'except|excluding|apart from|other than|außer|ausser|ausgenommen|excepto|salvo|menos|exceto|sauf|hormis|إلا|عدا|باستثناء|छोड़कर|को छोड़कर|ko chhod kar|ko chodkar'.split(
    '|',
  ),
)
/** Further words may be of something else. */
const maxWordsLeft = 3

/** An amount names a price, whether it says so or not. */
const amounts =
  /\p{Sc}|(?<!\p{L})(?:rs|inr|eur|aed|mxn|usd|gbp)(?!\p{L})|\d\s?(?:euros?|pesos?|rupees|reais|درهم|جنيه|ريال|रुपये|रुपए|%)|\d{3,}(?!\d|[:.]\d)/iu

const contentOf = (tokens: readonly Token[]): string[] =>
  tokens
    .filter(
      ({ kind, word }) =>
        kind === 'digits' || (kind === 'word' && word.length > 2 && !isStopword(word)),
    )
    .map(({ word }) => word)

/** Something that a question is about, and which sentences are about it, too. */
interface Term {
  weight: number
  found: ReadonlySet<Sentence>
}

/** What no sentence says may be of another language, or courtesy. */
const unknownShare = 0.4

/** How much of a question its sentences have to be about. */
const minShare = 0.34
/** What is said by few sentences, for which a further one is quoted. */
const minWeight = 0.9
/** What is longer is no question any more. */
const maxQuestionWords = 12
/** What has more prices than so many sentences is no short list. */
const maxPricedSentences = 2
/** How many sentences answer one question at most. */
const maxSentences = 3

/** The sentences that are about what is asked, those about rare things first. */
function findSentences(asked: FactQuestion, about: ReadonlySet<string>): Fact | undefined {
  const { clause, whens, request } = asked
  const pool = knownSentences(request)
  const { greeting, filler, thanks } = everyLanguage
  const spoken = clause.tokens.filter(
    (token, at) =>
      !isAt(clause.tokens, at, greeting, filler, thanks) &&
      !whens.some(({ start, end }) => token.start < end && token.end > start),
  )
  const isPrice = isAboutPrice(about)
  // `How much are your courses?` names no course, but the field.
  const isGeneric = (token: Token) => request.fields.some(({ field }) => namesField([token], field))
  const { name, description } = request.business
  const trade = conceptsOf(`${name}\n${description}`)
  const terms = termsOf(isPrice ? spoken.filter((one) => !isGeneric(one)) : spoken, pool, trade)
  // `And on a Saturday?` is about the answer before.
  const said = lastReply(request)
  const isBare = terms.every(({ found }) => found.size === 0) && terms.length <= 1
  const again =
    isBare && whens.length > 0 ? pool.find(({ text }) => said.includes(text)) : undefined
  if (again !== undefined) return { text: again.text, sources: [again.text] }
  // `How much is it?` is of what was chosen.
  const chosen = chosenWords(asked)
  const isOfChosen = isPrice && chosen !== '' && terms.every(({ found }) => found.size === 0)
  const wanted =
    terms.length === 0 || isOfChosen ? termsOf(tokensOf(chosen), pool, new Set()) : terms
  const priced = pool.filter(({ concepts }) => concepts.has('price'))
  const candidates =
    isPrice && wanted.some((term) => priced.some((one) => term.found.has(one))) ? priced : pool
  const all = wanted.reduce((sum, { weight }) => sum + weight, 0)
  const scoreOf = (sentence: Sentence, of: readonly Term[]) =>
    of.reduce((sum, { weight, found }) => sum + (found.has(sentence) ? weight : 0), 0)
  const kept: Sentence[] = []
  let open = wanted
  while (kept.length < maxSentences) {
    const [best] = candidates.toSorted((one, two) => scoreOf(two, open) - scoreOf(one, open))
    if (best === undefined) break
    const score = scoreOf(best, open)
    // Each thing that is asked about has its sentence.
    const least = kept.length === 0 ? all * minShare : minWeight
    if (score === 0 || score < least) break
    kept.push(best)
    open = open.filter(({ found }) => !found.has(best))
  }
  // `How much do you take?` is of everything, but not `how much is keratin?`.
  const isOfAll = wanted.every(({ found }) => found.size === 0) && !hasConcept(clause)
  if (isPrice && isOfAll && priced.length <= maxPricedSentences) kept.push(...priced)
  if (kept.length === 0) return undefined
  const sources = kept.map(({ text }) => text)
  return { text: sources.join(' '), sources }
}

/** Whether anything known is named, in whatever language. */
const hasConcept = ({ tokens }: Clause): boolean =>
  [...conceptsOf(tokens)].some((concept) => !isGeneral(concept))

/** What the words of a question are about: what few sentences say tells most. */
function termsOf(
  tokens: readonly Token[],
  pool: readonly Sentence[],
  /** What all of the business is about tells little. */
  trade: ReadonlySet<string>,
): Term[] {
  const all = Math.log2(1 + pool.length)
  const termFor = (base: number, isAbout: (sentence: Sentence) => boolean): Term => {
    const found = new Set(pool.filter(isAbout))
    const rarity = Math.log2(1 + pool.length / Math.max(found.size, 1)) / all
    return { weight: base * (found.size === 0 ? unknownShare : rarity), found }
  }
  const isSaid = (concept: string) => pool.some(({ concepts }) => concepts.has(concept))
  const places = findConcepts(tokens).map((place) => ({
    ...place,
    concepts: place.values.filter((concept) => isGeneral(concept) || isSaid(concept)),
  }))
  const concepts = new Set(places.flatMap((place) => place.concepts))
  // Words of a thing that no sentence is about may stand in one all the same.
  const rest = tokens.filter(
    (_, at) =>
      !places.some(({ from, to, concepts: { length } }) => length > 0 && at >= from && at < to),
  )
  return [
    ...[...concepts]
      .filter((concept) => !isGeneral(concept))
      .map((concept) =>
        termFor(trade.has(concept) ? 0.6 : 2, ({ concepts: of }) => of.has(concept)),
      ),
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
