import type { JobField } from '@errand/contract/job-field'

import { looksLikeInjection } from '../language/injection-marks.ts'
import { conceptsOf, conceptsOfField, isGeneral, isPlea } from './concepts.ts'
import { findPlace } from './find-place.ts'
import { isGreeting, isOnlyCourtesy, isQuestion, isThanks, refuses } from './intents.ts'
import {
  isTaken,
  namesField,
  namesOf,
  overlap,
  partOf,
  type Found,
  type ScannedMessage,
  type FieldSearch,
  type Span,
} from './scanned-message.ts'
import {
  isAt,
  isStopword,
  phrasesIn,
  says,
  saysOnly,
  skip,
  tokensOf,
  type Clause,
  type Token,
} from './text.ts'
import { everyLanguage, type Words } from './words.ts'

/** Free text: what has a form of its own, or else all that was said when it was asked for. */
export function findText(scanned: ScannedMessage, looking: FieldSearch): Found | undefined {
  const { field, isAsked, words } = looking
  const { text, tokens, taken } = scanned
  const about = conceptsOfField(field)
  const isCar = field.type === 'text' && vehicles.some((concept) => about.has(concept))
  const formed =
    findLabelled(text, field) ?? namedBriefly(scanned, looking) ?? findTextToWrite(scanned, looking)
  if (formed !== undefined) return formed
  if (!isAsked && about.has('problem')) return findTrouble(scanned, words)
  if (!isAsked) return isCar ? findCar(scanned, field, words) : findPlace(scanned, field, words)
  if ([isOnlyCourtesy, isThanks, isGreeting, refuses].some((is) => is(scanned, words)))
    return undefined
  if (saysOnly(tokens, words.yes, words.filler)) return undefined
  const isShort = field.type === 'text'
  const statements = scanned.clauses.filter((clause) => !isQuestion(clause, words))
  const isAsking = statements.length < scanned.clauses.length
  const idle = [words.greeting, words.filler, words.thanks, words.request, words.between]
  const parts = statements.filter((one) => !isShort || contentOf(scanned, one, idle) > 0)
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined || (isShort && isAsking)) return undefined
  const from = tokens.findIndex(({ start }) => start === first.start)
  // `please`, `I want to book a`: no part of what is wanted.
  const isOpening = ({ kind, word }: Token, at: number) =>
    kind === 'sign' || ((isCar || at > from) && (isStopword(word) || /^'|'$/.test(word)))
  const opening = [words.greeting, words.filler, words.request]
  const begin = field.type === 'long_text' ? from : skip(tokens, from, opening, isOpening)
  const { start } = tokens[begin] ?? first
  // A short answer ends where another one begins; a car has numbers of its own.
  const isNext = (one: Span) =>
    one.start > start && !(isCar && /^[\p{Nd}.]+$/u.test(text.slice(one.start, one.end)))
  const ends = isShort ? taken.filter(isNext).map((one) => one.start) : []
  const end = Math.min(isShort || isAsking ? last.end : text.length, ...ends)
  // Nothing is left of `between Monday and Wednesday` without its days.
  const left = tokens.filter((one) => one.start >= start && one.end <= end)
  if (ends.length > 0 && contentOf(scanned, { ...first, tokens: left }, idle) === 0)
    return undefined
  return partOf(text, start, end)
}

/** What a pattern finds: what its group holds, or else all of it. */
function findByPattern(text: string, pattern: RegExp): Found | undefined {
  const [start, end] = pattern.exec(text)?.indices?.at(-1) ?? []
  return start === undefined || end === undefined ? undefined : partOf(text, start, end)
}

/** A field of more names than these is a whole sentence. */
const maxLabelNames = 4

/** `Address: 12 MG Road`, `the service is a haircut`. */
function findLabelled(text: string, field: JobField): Found | undefined {
  const own = [...new Set(namesOf(field))]
  const labels = [field.label, ...(own.length <= maxLabelNames ? own : [])]
    .map((label) => label.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('|')
  const is = String.raw`(?:\s(?:then|is|es|ist|est))?\s*(?:[:=]|\s(?:is|hai|es|ist|est|é|है)(?!\p{L}))\s*`
  return findByPattern(text, new RegExp(`(?<![\\p{L}\\p{M}])(?:${labels})${is}([^\\n]+)`, 'diu'))
}

/** `7th grade`, `size M`: a few words with the name of the field. */
function namedBriefly(
  { tokens, text, taken }: ScannedMessage,
  { field, words }: FieldSearch,
): Found | undefined {
  const said = tokens.filter(({ kind }) => kind !== 'sign')
  const isNamed = field.type === 'text' && namesField(tokens, field)
  const isBrief = said.length > 1 && said.length <= maxBriefWords && taken.length === 0
  const isPlain = isBrief && !says(tokens, words.no, words.nothing, words.yes, words.correction)
  return isNamed && isPlain ? partOf(text, 0, text.length) : undefined
}

const maxBriefWords = 3

/** `"Happy Birthday"`, `it should say Happy Birthday`, for a field that asks what to write. */
function findTextToWrite(
  scanned: ScannedMessage,
  { field, isAsked, words }: FieldSearch,
): Found | undefined {
  const { label, question } = field
  const about = tokensOf(isAsked ? `${label} ${question}` : label)
  if (!says(about, everyLanguage.writeCue)) return undefined
  const quoted = findByPattern(scanned.text, /["“„«]([^"“”„«»\n]+)["“”»]/du)
  for (const { tokens, start, end } of quoted === undefined ? scanned.clauses : []) {
    const [cue] = phrasesIn(tokens, words.writeCue)
    if (cue === undefined) continue
    const behind = tokens[cue.to]?.start
    return behind === undefined
      ? partOf(scanned.text, start, tokens[cue.from]?.start ?? start)
      : partOf(scanned.text, behind, end)
  }
  return quoted
}

/** `Tooth` alone may be the kind of treatment. */
const minTroubleWords = 3
const troubles = ['trouble', 'puncture', 'fever', 'cough_cold', 'tooth']

/** `My son has had a cough for three days`, before anybody asks what is wrong. */
function findTrouble({ clauses, text }: ScannedMessage, words: Words): Found | undefined {
  const found = clauses.find((clause) => {
    const about = conceptsOf(clause.tokens)
    const isTold = clause.tokens.length >= minTroubleWords && !isQuestion(clause, words)
    return isTold && troubles.some((one) => about.has(one))
  })
  if (found === undefined) return undefined
  const at = skip(found.tokens, 0, [words.greeting, words.filler], ({ kind }) => kind === 'sign')
  return partOf(text, found.tokens[at]?.start ?? found.start, found.end)
}

const vehicles = ['vehicle', 'bicycle', 'scooter_motorcycle']
const carName =
  /(?<!\p{L})\p{Lu}[\p{L}\d]*(?: (?:\p{Lu}[\p{L}\d-]+|\d{1,4}))+(?![\p{L}\d]|[:.]\d)/gu

/** `Skoda Octavia` */
function findCar(
  scanned: ScannedMessage,
  field: JobField,
  { greeting, bye }: Words,
): Found | undefined {
  for (const { index, 0: name } of scanned.text.matchAll(carName)) {
    const tokens = tokensOf(name)
    const car = partOf(scanned.text, index, index + name.length)
    const isOther = conceptsOf(tokens).size > 0 || isAt(tokens, 0, greeting, bye)
    if (car !== undefined && !isOther && !isTaken(scanned, car)) return car
  }
  // `my Brompton`, `the Hollandrad of my daughter`, `my gravel bike by Cube`
  const { text, tokens } = scanned
  const own = namesOf(field)
  const isThing = (token: Token) =>
    token.kind === 'word' && !own.includes(token.word) && !isTaken(scanned, token)
  const at = tokens.findIndex((token, index) => {
    const about = conceptsOf([token])
    const isOwn = conceptsOf(tokens.slice(index - 1, index)).has('possessive')
    const isNamed = isOwn && about.size === 0 && /^\p{Lu}/u.test(token.raw)
    return isThing(token) && (isNamed || vehicles.some((concept) => about.has(concept)))
  })
  const { start, end } = tokens[at] ?? {}
  const by = /^ (?:von|by|de|da|di) \p{Lu}[\p{L}\d]*/u.exec(text.slice(end))?.[0] ?? ''
  return start === undefined || end === undefined ? undefined : partOf(text, start, end + by.length)
}

/** What a contact tells beside all that fields ask for, for the one that takes notes. */
export function findLeftover(scanned: ScannedMessage, words: Words, isNeeded: boolean) {
  const { greeting, filler, thanks, request, when, people, yes, correction } = words
  const idle = [greeting, filler, thanks, request, when, people, yes, correction]
  const isTelling = (clause: Clause) =>
    (!isQuestion(clause, words) || (isNeeded && says(clause.tokens, request))) &&
    !isPlea(clause) &&
    !says(clause.tokens, words.nameCue, correction, words.person) &&
    !refuses(clause, words) &&
    // A day to come is about when, and not about what.
    !scanned.whens.some((one) => !one.isPast && overlap(one, clause)) &&
    !isAt(clause.tokens, 0, words.not)
  const [best] = (looksLikeInjection(scanned.text) ? [] : scanned.clauses)
    .flatMap((clause) => (isTaken(scanned, clause) ? partsOf(clause) : [clause]))
    .filter(isTelling)
    .map((clause) => ({ ...clause, content: contentOf(scanned, clause, idle) }))
    // Fewer words say nothing worth a note.
    .filter(({ tokens, content }) => content >= (conceptsOf(tokens).size > 0 ? 2 : 3))
    .toSorted(
      (one, other) =>
        Number(isQuestion(one, words)) - Number(isQuestion(other, words)) ||
        Number(isTaken(scanned, one)) - Number(isTaken(scanned, other)) ||
        other.content - one.content,
    )
  if (best === undefined) return undefined
  const isKnown = [...conceptsOf(best.tokens)].some((concept) => !isGeneral(concept))
  const begin = best.tokens[skip(best.tokens, 0, [greeting, filler], ({ kind }) => kind === 'sign')]
  return {
    text: scanned.text
      .slice(begin?.start ?? best.start, best.end)
      .replace(/(?<![\s,;])[\s,;]+$/, ''),
    weight: best.content * (isKnown ? 2 : 1),
  }
}

/** The parts of a clause between its commas. */
function partsOf(clause: Clause): Clause[] {
  const breaks = clause.tokens.flatMap(({ word }, at) => (/^[,،]$/.test(word) ? [at] : []))
  return [-1, ...breaks].flatMap((from, index) => {
    const tokens = clause.tokens.slice(from + 1, breaks[index] ?? clause.tokens.length)
    const [first, last] = [tokens[0], tokens.at(-1)]
    return first && last ? [{ ...clause, tokens, start: first.start, end: last.end }] : []
  })
}

/** How many words of a clause tell something beside these phrases and what is an answer already. */
const contentOf = (
  scanned: ScannedMessage,
  { tokens }: Clause,
  idle: Words['when' | 'filler'][],
): number =>
  tokens.filter(
    (token, at) =>
      token.kind !== 'sign' &&
      !isTaken(scanned, token) &&
      !isAt(tokens, at, ...idle) &&
      (token.kind === 'word' ? !isStopword(token.word) : tokens.length === 1),
  ).length
