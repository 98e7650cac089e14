import type { JobField } from '@errand/contract/job-field'
import { Temporal } from 'temporal-polyfill'

import { hoursOn, isOpenOn, nextOpening, type OpeningHours } from '../../period/opening-hours.ts'
import { fill, type Phrases } from '../phrases/phrases.ts'
import { dayText } from '../phrases/write-phrases.ts'
import type { TurnRequest } from '../turn.ts'
import { asksForBot, conceptsOf, isGeneral, isOfHours, placesOfConcepts } from './concepts.ts'
import { isAlike } from './is-alike.ts'
import { lastReply } from './reader.ts'
import type { When } from './steps.ts'
import { isStopword, tokensOf, type Clause, type Token } from './text.ts'

/** What was found to answer a question. */
export interface Fact {
  text: string
  /** The business's sentences that it rests on. */
  sources: string[]
}

interface Asked {
  clause: Clause
  whens: readonly When[]
  request: TurnRequest
  /** What was read in the same burst. */
  said: readonly { field: JobField; value?: unknown }[]
  phrases: Phrases
  now: Temporal.PlainDateTime
}

/** What the business says to a question: its hours, or its own sentence on it. */
export function factFor(asked: Asked): Fact | undefined {
  const { clause, request, phrases } = asked
  const { website, name, description, hours } = request.business
  const about = conceptsOf(clause.tokens)
  if (isOfHours(about) && hours.enabled) return { text: hoursText(asked), sources: [] }
  if (asksForBot(clause.tokens))
    return { text: fill(phrases.isAssistant, { business: name }), sources: [] }
  if (about.has('website') && website !== '')
    return { text: fill(phrases.website, { website }), sources: [website] }
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

function hoursText({ whens, request, phrases, now }: Asked): string {
  const { hours } = request.business
  const { problems } = phrases
  const day = whens.find((when) => when.day !== undefined)?.day
  const clock = whens.find((when) => when.clock !== undefined)?.clock
  const name = (date: Temporal.PlainDate) => dayText(date.toString(), phrases.locale)
  const next = nextOpening(hours, day?.toPlainDateTime() ?? now)
  const blanks = next && { day: name(next.date), from: next.from, to: next.to }
  if (day === undefined) {
    const today = isOpenOn(hours, now) ? hoursOn(hours, now.toPlainDate()) : undefined
    const closed = blanks === undefined ? '' : fill(phrases.closedNow, blanks)
    const state = today === undefined ? closed : fill(phrases.openNow, { to: today.to })
    return [...(state === '' ? [] : [state]), phrases.hours, ...weekLines(hours, phrases)].join(
      '\n',
    )
  }
  const opened = hoursOn(hours, day)
  if (opened === undefined) {
    const again = blanks === undefined ? '' : fill(problems['closed_day'] ?? '', blanks)
    return again === '' ? fill(phrases.closedOn, { day: name(day) }) : again
  }
  const { from, to } = opened
  if (clock === undefined) return fill(phrases.openOn, { day: name(day), from, to })
  return isOpenOn(hours, day.toPlainDateTime(clock))
    ? fill(phrases.openAtThatTime, { day: name(day), from, to })
    : fill(problems['closed_time'] ?? '', { from, to })
}

/** Days with the same hours share a line. */
function weekLines(hours: OpeningHours, { locale, closed }: Phrases): string[] {
  const monday = Temporal.PlainDate.from('2026-11-23')
  const days = [1, 2, 3, 4, 5, 6, 0].flatMap((day, ahead) => {
    const opened = hours.days.find((one) => one.day === day)
    const date = monday.add({ days: ahead })
    const name = date.toLocaleString(locale, { weekday: 'short' })
    return opened === undefined
      ? []
      : [{ name, clock: opened.open ? `${opened.from}–${opened.to}` : closed }]
  })
  const groups: { names: string[]; clock: string }[] = []
  for (const { name, clock } of days) {
    const last = groups.at(-1)
    if (last?.clock === clock) last.names.push(name)
    else groups.push({ names: [name], clock })
  }
  return groups.map(({ names, clock }) => {
    const [first = ''] = names
    return `${names.length > 1 ? `${first}–${names.at(-1) ?? ''}` : first}: ${clock}`
  })
}

interface Sentence {
  text: string
  concepts: Set<string>
  words: string[]
}

/** `Dr. Anita` is no end of a sentence. */
const sentenceEnd =
  /(?<=[.!?।…])(?<!(?:^|[\s(])(?:dr|mr|mrs|ms|prof|sr|sra|st|no|nr|str|ca|approx|z\.b|etc)\.)\s+|\n+/iu

/** The sentences in which the business tells of itself and instructs the assistant. */
export const factsOf = ({ job, business }: Pick<TurnRequest, 'job' | 'business'>): string[] =>
  [job.instructions, business.description]
    .flatMap((text) => text.split(sentenceEnd))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

const sentences = new WeakMap<TurnRequest, Sentence[]>()

/** What the business tells of itself; what it orders the assistant is not said. */
function sentencesOf(request: TurnRequest): Sentence[] {
  const ready = sentences.get(request) ?? readSentences(request)
  sentences.set(request, ready)
  return ready
}

const readSentences = (request: TurnRequest): Sentence[] =>
  factsOf(request).flatMap((text) => {
    const tokens = tokensOf(text)
    const about = conceptsOf(tokens)
    if (about.has('order_to_assistant')) return []
    if (amounts.test(text)) about.add('price')
    return [{ text, concepts: about, words: contentOf(tokens) }]
  })

/** An amount tells a price, whether it says so or not. */
const amounts =
  /\p{Sc}|(?<!\p{L})(?:rs|inr|eur|aed|mxn|usd|gbp)(?!\p{L})|\d\s?(?:euros?|pesos?|rupees|درهم|रुपये|%)/iu

const contentOf = (tokens: readonly Token[]): string[] =>
  tokens
    .filter(({ kind, word }) => kind === 'word' && word.length > 2 && !isStopword(word))
    .map(({ word }) => word)

/** How much of a question a sentence has to share. */
const leastShare = 0.3
/** What is longer is no question any more. */
const mostWords = 12
/** How many sentences answer one question at most. */
const mostSentences = 2

function findSentences(asked: Asked, about: ReadonlySet<string>): Fact | undefined {
  const { clause, whens, request } = asked
  const spoken = clause.tokens.filter(
    (token) => !whens.some(({ start, end }) => token.start < end && token.end > start),
  )
  const telling = [...about].filter((concept) => !isGeneral(concept))
  const covered = new Set(
    placesOfConcepts(spoken).flatMap(({ from, to }) =>
      spoken.slice(from, to).map(({ word }) => word),
    ),
  )
  const other = contentOf(spoken)
    .filter((word) => !covered.has(word))
    .slice(0, mostWords)
  // `How much is it?` is of what was chosen.
  const isBare = telling.length === 0 && other.length === 0
  const said = lastReply(request)
  const pool = sentencesOf(request)
  // `And on a Saturday?` is about the answer before.
  const again =
    telling.length === 0 && other.length <= 1 && whens.length > 0
      ? pool.find(({ text }) => said.includes(text))
      : undefined
  if (again !== undefined) return { text: again.text, sources: [again.text] }
  const chosen = isBare ? chosenWords(asked) : []
  const scored = pool.map((sentence) => {
    const shared = telling.filter((concept) => sentence.concepts.has(concept))
    const alike = [...other, ...chosen].filter((word) =>
      sentence.words.some((one) => isAlike(word, one)),
    )
    const isPriced = about.has('price') && sentence.concepts.has('price')
    // Words of another language are found in no sentence, whatever it says.
    const unknown = telling.length > 0 ? Math.min(other.length, 1) : other.length
    const wanted = telling.length * 2 + unknown + chosen.length
    const score = shared.length * 2 + alike.length
    const share = wanted === 0 ? Number(isPriced) : score / wanted
    return { sentence, shared, isPriced, score, share }
  })
  const ranked = scored.toSorted(
    (one, two) => Number(two.isPriced) - Number(one.isPriced) || two.score - one.score,
  )
  const best = ranked.filter(
    ({ isPriced, share }) =>
      share >= leastShare && (!about.has('price') || isPriced || share >= 0.6),
  )
  const [first] = best
  const same = best.filter(
    ({ score, isPriced }) => score >= (first?.score ?? 0) * 0.75 && isPriced === first?.isPriced,
  )
  // Each thing that is asked about has its sentence.
  const each = telling.flatMap(
    (concept) => ranked.find(({ shared }) => shared.includes(concept)) ?? [],
  )
  const kept = [
    ...new Set([...same.slice(0, telling.length > 1 ? 1 : mostSentences), ...each]),
  ].slice(0, mostSentences + 1)
  if (kept.length === 0) return undefined
  const sources = kept.map(({ sentence }) => sentence.text)
  return { text: sources.join(' '), sources }
}

/** The options that were chosen so far, in words. */
const chosenWords = ({ request: { fields }, said }: Asked): string[] =>
  [...fields, ...said].flatMap(({ field: { options = [] }, value }) =>
    options
      .filter((option) => [value].flat().includes(option.value))
      .flatMap(({ label }) => contentOf(tokensOf(label))),
  )
