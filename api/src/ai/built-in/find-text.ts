import { builtInLanguages } from '@errand/contract/language'
import type { JobField } from '@errand/contract/job-field'

import { looksLikeInjection } from '../../assistant/injection-marks.ts'
import { conceptsOf, conceptsOfField, isPlea, placesOfConcepts } from './concepts.ts'
import { isTaken, namesOf, type Found, type Heard, type Looking } from './heard.ts'
import { isGreeting, isIdle, isQuestion, isThanks, refuses } from './intents.ts'
import {
  isAt,
  isStopword,
  phrasesIn,
  says,
  skip,
  tokensOf,
  type Clause,
  type Token,
} from './text.ts'
import { wordsOf, type Words } from './words.ts'

/** Free text that was asked for: all of it but courtesy; or what stands behind the field's own name. */
export function findText(heard: Heard, looking: Looking): Found | undefined {
  const { field, isAsked, words } = looking
  const named = labelled(heard, field) ?? toWrite(heard, field, words)
  if (named !== undefined) return named
  if (!isAsked) return field.type === 'text' ? findCar(heard, field) : findPlace(heard, field)
  if ([isIdle, isThanks, isGreeting, refuses].some((is) => is(heard, words))) return undefined
  const isLong = field.type !== 'text'
  const statements = heard.clauses.filter((clause) => !isQuestion(clause, words))
  const isStatement = statements.length === heard.clauses.length
  if (!isLong && !isStatement) return undefined
  const clauses = statements.filter(
    (clause) => isLong || contentOf(clause, heard, words, isIdleWord).length > 0,
  )
  const [first] = clauses
  const last = clauses.at(-1)
  if (first === undefined || last === undefined) return undefined
  const from = heard.tokens.findIndex(({ start }) => start === first.start)
  const begin =
    field.type === 'long_text'
      ? first.start
      : (heard.tokens[skipOpening(heard, from, words)]?.start ?? first.start)
  if (begin >= last.end) return undefined
  const whole = isStatement ? heard.text.length : last.end
  const end = isLong ? whole : shortEnd(heard, begin, last.end)
  const value = heard.text.slice(begin, end).trim()
  return /[\p{L}\p{N}]/u.test(value)
    ? { start: begin, end: begin + value.length, value }
    : undefined
}

const carName = /(?<!\p{L})\p{Lu}[\p{L}\d]*(?: (?:\p{Lu}[\p{L}\d-]+|\d{1,3}))+(?![\p{L}\d:.])/u

/** `Skoda Octavia`, for a field that asks for a vehicle. */
function findCar(heard: Heard, field: JobField): Found | undefined {
  const match = conceptsOfField(field).has('vehicle') ? carName.exec(heard.text) : null
  if (match === null) return undefined
  const [value] = match
  const found = { start: match.index, end: match.index + value.length, value }
  const tokens = tokensOf(value)
  const isOther = conceptsOf(tokens).size > 0 || isAt(tokens, 0, wordsOf(builtInLanguages).greeting)
  return isOther || isTaken(heard, found) ? undefined : found
}

const numberAndStreet =
  /(?<![\p{N}/-])\d{1,4}[a-z]?,? \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*,[^.?!\n]*(?<![\s,])/u

/** `12 rue de la Roquette 75011`, for a field that asks for a place. */
function findPlace({ text }: Heard, { type }: JobField): Found | undefined {
  if (type !== 'address' && type !== 'location') return undefined
  const numbered = numberAndStreet.exec(text)
  if (numbered !== null) {
    const [value] = numbered
    return { start: numbered.index, end: numbered.index + value.length, value }
  }
  for (const { index, 0: part } of text.matchAll(/[^\n;]+/gu)) {
    const tokens = tokensOf(part)
    const street = placesOfConcepts(tokens).find(({ value }) => value.includes('street'))
    if (street === undefined || !/\p{Nd}/u.test(part)) continue
    // From the number before the street, or the street itself, to the end of the line.
    const { from } = street
    const first = [from - 1, from - 2].find((one) => tokens[one]?.kind === 'digits') ?? from
    const start = index + (tokens[first]?.start ?? 0)
    const end = index + part.trimEnd().length
    return { start, end, value: text.slice(start, end) }
  }
  return undefined
}

/** `it should say Happy Birthday`, for a field that asks what to write. */
function toWrite(heard: Heard, field: JobField, { writeCue }: Words): Found | undefined {
  if (!conceptsOfField(field).has('message_on_cake')) return undefined
  for (const { tokens, end } of heard.clauses) {
    const [cue] = phrasesIn(tokens, writeCue)
    const start = cue === undefined ? undefined : tokens[cue.to]?.start
    if (start !== undefined) return { start, end, value: heard.text.slice(start, end) }
  }
  return undefined
}

/** `please`, `I want to book a`: no part of what is wanted. */
const skipOpening = (heard: Heard, from: number, words: Words): number =>
  skip(
    heard.tokens,
    from,
    [words.greeting, words.filler, words.request],
    ({ kind, word }, at) => kind === 'sign' || (at > from && isStopword(word)),
  )

/** A short answer ends where another one begins. */
function shortEnd({ taken, text }: Heard, begin: number, end: number): number {
  const next = taken.filter(({ start }) => start > begin && start < end).map(({ start }) => start)
  return text.slice(0, Math.min(end, ...next)).replace(/[\s,;–-]+$/, '').length
}

/** `Address: 12 MG Road`, `the service is a haircut`. */
function labelled({ text }: Heard, field: JobField): Found | undefined {
  const names = namesOf(field)
  for (const label of [field.label, ...(names.length === 1 ? names : [])]) {
    const name = label.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    const match = new RegExp(
      `(?<![\\p{L}\\p{M}])${name}\\s*(?:[:=]|\\s(?:is|hai|es|ist|est|é|है)(?![\\p{L}]))\\s*`,
      'iu',
    ).exec(text)
    if (match === null) continue
    const start = match.index + match[0].length
    const value = /^[^\n]*/.exec(text.slice(start))?.[0].trim() ?? ''
    if (value !== '') return { start, end: start + value.length, value }
  }
  return undefined
}

/** Fewer words say nothing worth a note. */
const fewestWords = 3

/** What a contact tells beside all that fields ask for, for the one that takes notes. */
export function leftOver(
  heard: Heard,
  words: Words,
  isNeeded: boolean,
): { text: string; content: number } | undefined {
  if (looksLikeInjection(heard.text)) return undefined
  const [best] = heard.clauses
    .filter((clause) => isTelling(clause, words, isNeeded))
    .map((clause) => ({ clause, content: contentOf(clause, heard, words).length }))
    .filter(({ clause, content }) => {
      const isOfSomething = conceptsOf(clause.tokens).size > 0
      return content >= (isOfSomething ? fewestWords - 1 : fewestWords)
    })
    .toSorted((one, other) => other.content - one.content)
  if (best === undefined) return undefined
  const { start, end } = best.clause
  return { text: heard.text.slice(start, end), content: best.content }
}

/** No question, no correction, and nothing that is said not to be. */
const isTelling = (clause: Clause, words: Words, isNeeded: boolean): boolean =>
  (!isQuestion(clause, words) || (isNeeded && says(clause.tokens, words.request))) &&
  !isPlea(clause) &&
  !says(clause.tokens, words.nameCue, words.correction, words.person, words.nothing) &&
  !isAt(clause.tokens, 0, words.not)

/** The words of a clause that tell something beside what is an answer already. */
const contentOf = (clause: Clause, heard: Heard, words: Words, isPassed = isIdlePhrase): Token[] =>
  clause.tokens.filter(
    (token, at) =>
      token.kind !== 'sign' &&
      !isTaken(heard, token) &&
      !isPassed(clause.tokens, at, words) &&
      (token.kind === 'word' ? !isStopword(token.word) : clause.tokens.length === 1),
  )

const isIdleWord = (
  tokens: readonly Token[],
  at: number,
  { filler, greeting, thanks }: Words,
): boolean => isAt(tokens, at, filler, greeting, thanks)

const isIdlePhrase = (tokens: readonly Token[], at: number, words: Words): boolean =>
  isIdleWord(tokens, at, words) ||
  isAt(tokens, at, words.request, words.when, words.people, words.yes, words.correction)
