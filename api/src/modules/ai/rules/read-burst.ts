import { isNumber, type JobField } from '@errand/contract/job-field'

import { readAnswer } from '../../answers/read-answer.ts'
import { detectLanguage } from '../language/detect-language.ts'
import { looksLikeInjection } from '../language/injection-marks.ts'
import type { FieldRequest } from '../turn.ts'
import { addChosenEarlier } from './add-chosen-earlier.ts'
import { conceptsOf, conceptsOfField } from './concepts.ts'
import { findAnswer, searchOrder } from './find-answer.ts'
import { isNameField } from './find-name.ts'
import { findTakenBackField } from './find-taken-back.ts'
import { findLeftover } from './find-text.ts'
import {
  corrects,
  isGreeting,
  isOnlyCourtesy,
  isNudge,
  isQuestion,
  isRefusal,
  isThanks,
  refuses,
} from './intents.ts'
import { findWhen } from './read-moment.ts'
import {
  asksForDate,
  isFreeText,
  openFields,
  createReader,
  valueOf,
  whensOf,
  type BurstReader,
  type BurstReading,
} from './reader.ts'
import { roleOf } from './role.ts'
import {
  scanMessage,
  namesField,
  overlap,
  type ScannedMessage,
  type Span,
} from './scanned-message.ts'
import { isStopword, says, type Token } from './text.ts'
import { wordsOf, type Words } from './words.ts'

/** Who writes more than so many words does not try to answer. */
const maxAnswerWords = 40

/** Reads a burst of messages, one after the other: later words count. */
export function readBurst(reader: BurstReader): BurstReading {
  const { inbound } = reader.request
  const messages = inbound.map((one) => scanMessage(one, whensOf(one, reader), inbound.length > 1))
  const reading: BurstReading = {
    messages,
    byKey: new Map(),
    declined: new Map(),
    likely: new Set(),
  }
  for (const one of messages) {
    // `Yes?` says yes to nothing but what was asked with yes or no.
    if (isNudge(one, reader.words) && !reader.asked.some(({ type }) => type === 'boolean')) continue
    one.taken.push(...one.clauses.filter((clause) => roleOf(clause, one, reader) === 'question'))
    readMessage(one, reader, reading)
  }
  addChosenEarlier(reader, reading)
  takeNote(reader, reading)
  takeUnreadAnswer(reader, reading)
  return reading
}

function readMessage(scanned: ScannedMessage, reader: BurstReader, reading: BurstReading): void {
  const { request, words, asked, place } = reader
  const back = findTakenBackField(scanned, reader, reading)
  const isCorrection = back !== undefined || reading.messages.some((one) => corrects(one, words))
  const fields = openFields(reader, reading)
  const isAsked = ({ key }: JobField) => asked.some((one) => one.key === key)
  const ordered = fields.toSorted(
    (one, other) =>
      searchOrder.indexOf(one.type) - searchOrder.indexOf(other.type) ||
      Number(isAsked(other)) - Number(isAsked(one)),
  )
  const refused = refusedIn(scanned, fields, reader)
  const isSuspicious = looksLikeInjection(scanned.text)
  const mayChange = isCorrection || request.phase === 'confirming'
  let hasChanged = false
  for (const field of ordered) {
    const isWanted = isAsked(field)
    const known = valueOf(field, reader, reading)
    const isChanged = known !== undefined && !isWanted
    const isAgreed = (request.agreed ?? []).length > 0 && asksForDate(field)
    const isOpen = isAgreed ? mayChange || asksForTime(scanned, words) : undefined
    if (isChanged && !(isOpen ?? mayChangeField(scanned, field, mayChange))) continue
    // Who corrects one thing or says no to it does not answer with the same words.
    const isOther =
      refused.includes(field) ||
      (refused.length > 0 && scanned.tokens.length <= maxRefusalTokens) ||
      (isCorrection && isWanted && hasChanged)
    if (isFreeText(field) && isOther) continue
    const isOfOther = back !== undefined || correctsOther(scanned, field, reader)
    if (isFreeText(field) && isWanted && isOfOther) continue
    const open = fields.filter(
      (one) => isNumber(one.type) && valueOf(one, reader, reading) === undefined,
    )
    // The digits of `Vespa GTS 300` are of the text that was asked for.
    const isTextAsked = reader.asked.some((one) => one.type === 'text' && !isNameField(one))
    const looking = {
      field,
      isAsked:
        (isWanted && !(isSuspicious && isFreeText(field))) ||
        (isChanged && mayChange && field.type !== 'boolean' && !isFreeText(field)),
      isOnly: isNumber(field.type) && open.length === 1 && !isTextAsked,
      isDated: fields.some(asksForDate),
      known,
      place,
      words,
    }
    const found = asksForDate(field)
      ? findWhen(scanned, field, reader, reading)
      : findAnswer(scanned, looking)
    if (found === undefined) continue
    // `10 in the morning` is the time that was asked for, and not what is wrong as well.
    if (isFreeText(field) && isOnlyTime(scanned, found, reading)) continue
    const { start, end, value: said } = found
    const answer = readAnswer(field, said, place)
    // Words that nobody asked for are no wrong answer.
    if ('refused' in answer && !isWanted && !asksForDate(field)) continue
    if (field.type !== 'long_text') scanned.taken.push({ start, end })
    if (known !== undefined) hasChanged = true
    reading.byKey.set(field.key, {
      field,
      said,
      evidence: scanned.text.slice(start, end),
      ...answer,
    })
    reading.declined.delete(field.key)
  }
  for (const { key } of refused)
    if (!reading.byKey.has(key)) reading.declined.set(key, scanned.text.trim())
}

/** Whether a day or time that is named is asked for: in a question, with a wish, or with few other words. */
const asksForTime = ({ tokens, clauses }: ScannedMessage, words: Words): boolean =>
  clauses.some((clause) => isQuestion(clause, words)) ||
  says(tokens, words.bookingRequest) ||
  (tokens.length <= maxBareWords && !says(tokens, words.bye, words.thanks))

/** `then 5 December at 4 pm please` */
const maxBareWords = 9

/** Whether a part of a message says nothing but a day or a time that was read from it. */
function isOnlyTime(
  { tokens, text, whens }: ScannedMessage,
  part: Span,
  { byKey, half }: BurstReading,
): boolean {
  const isRead =
    half !== undefined ||
    [...byKey.values()].some(({ field, evidence }) => asksForDate(field) && text.includes(evidence))
  const isLeft = (token: Token) =>
    token.kind !== 'sign' && !isStopword(token.word) && !whens.some((when) => overlap(when, token))
  return isRead && !tokens.some((token) => overlap(token, part) && isLeft(token))
}

/** What is known already changes by what has a form of its own, or where the contact wants that. */
function mayChangeField(scanned: ScannedMessage, field: JobField, mayChange: boolean): boolean {
  const isNamed = namesField(scanned.tokens, field)
  if (isFreeText(field) && !isNameField(field)) return mayChange && isNamed
  const { type } = field
  return mayChange || isNamed || type === 'datetime' || type === 'phone' || type === 'email'
}

/** `Sorry, the number is wrong`: about an answer before, and none to what was asked. */
const correctsOther = (
  scanned: ScannedMessage,
  field: JobField,
  { request, words }: BurstReader,
): boolean =>
  corrects(scanned, words) &&
  request.fields.some(
    (one) =>
      one.value !== undefined &&
      one.field.key !== field.key &&
      namesField(scanned.tokens, one.field),
  )

/** What is longer says more than no: `no photo right now`. */
const maxRefusalTokens = 6

/** What a message says no to: the fields that it names, or else the one that was asked for. */
function refusedIn(
  scanned: ScannedMessage,
  fields: readonly JobField[],
  { words, asked: [only, ...others] }: BurstReader,
): JobField[] {
  const { tokens, clauses } = scanned
  if (clauses.every((clause) => isQuestion(clause, words))) return []
  const isBrief = tokens.length <= maxRefusalTokens && !tokens.some(({ kind }) => kind === 'digits')
  const isNo = isBrief && says(tokens, words.no, words.nothing)
  // Nobody is asked for a `no`: a file is sent or not.
  const isNoFile = isBrief && says(tokens, words.no, words.nothing, words.not)
  const isRefused = isRefusal(tokens, words)
  const named = fields.filter(
    (field) =>
      (isRefused || (isNo && !field.required) || (isNoFile && field.type === 'file')) &&
      namesField(tokens, field),
  )
  // `No, no` before a correction is no answer.
  if (named.length > 0 || (!isRefused && corrects(scanned, words))) return named
  return only !== undefined && others.length === 0 && refuses(scanned, words) ? [only] : []
}

/** What the business should know and no field asks for goes to the one that takes notes. */
function takeNote(
  { request, words, asked, isAfterGreeting }: BurstReader,
  { messages, byKey }: BurstReading,
): void {
  if (isAfterGreeting) return
  const [field, ...others] = request.fields.flatMap(({ field: one, value }) =>
    one.type === 'long_text' && value === undefined && !byKey.has(one.key) ? [one] : [],
  )
  if (field === undefined || others.length > 0 || asked.some(({ key }) => key === field.key)) return
  const about = conceptsOfField(field)
  const isNeeded = field.required || about.has('problem')
  if (!isNeeded && !about.has('note')) return
  const isWorthIt = (text: string) =>
    isNeeded || [...conceptsOf(text)].some((concept) => worthNoting.has(concept))
  const [best] = messages
    .flatMap((one) => findLeftover(one, words, isNeeded) ?? [])
    .filter(({ text }) => isWorthIt(text))
    .toSorted((one, other) => other.weight - one.weight)
  if (best === undefined) return
  const { text } = best
  byKey.set(field.key, { field, said: text, evidence: text, value: text })
}

/** What a business wants to know even where it did not ask. */
const worthNoting = new Set(
  'allergy gluten vegan vegetarian eggless sugar_free halal birthday wheelchair baby_chair pets_dogs late_arrival group_event'.split(
    ' ',
  ),
)

/** What was asked for and not understood: the words as they are, which are refused. */
function takeUnreadAnswer(reader: BurstReader, reading: BurstReading): void {
  const { request, words, asked, place, isAfterGreeting } = reader
  if (isAfterGreeting) return
  const { messages, byKey, declined, half, unclear } = reading
  const [field, ...others] = asked
  if (field === undefined || others.length > 0 || isFreeText(field)) return
  if (request.phase === 'confirming' || (field.type === 'file' && field.required)) return
  if (byKey.size > 0 || declined.size > 0 || half !== undefined || unclear) return
  const last = messages.findLast(
    (one) =>
      ![isOnlyCourtesy, isGreeting, isThanks, isNudge].some((is) => is(one, words)) &&
      !one.clauses.some((clause) => isQuestion(clause, words)),
  )
  if (last === undefined) return
  const evidence = last.text.trim()
  // Nobody is asked twice for what is not needed.
  if (!field.required) {
    declined.set(field.key, evidence)
    return
  }
  if (last.tokens.filter(({ kind }) => kind !== 'sign').length > maxAnswerWords) return
  const read = readAnswer(field, evidence, place)
  if ('refused' in read) byKey.set(field.key, { field, said: evidence, evidence, ...read })
}

/** The answer to one field, as if it had been asked for alone; nothing where the message has none. */
export function readField({ field, message, business }: FieldRequest) {
  const language = detectLanguage(message.text) ?? business.locale.split('-')[0] ?? 'en'
  const words = wordsOf([language, business.locale])
  const state = { field, state: 'missing' as const, attempts: 0, isAsked: true }
  const request = {
    fields: [state],
    inbound: [message],
    history: [],
    business,
    now: message.at,
    phase: 'collecting' as const,
  }
  const reader = createReader(request, { words, language, asked: [field] })
  const found = readBurst(reader).byKey.get(field.key)
  if (found === undefined || found.refused !== undefined) return undefined
  return { value: found.value, evidence: found.evidence }
}
