import { isDeepStrictEqual } from 'node:util'

import { toLatinDigits } from '@errand/contract/search-text'
import { Temporal } from 'temporal-polyfill'

import { promisesPerson } from '../src/modules/ai/language/claims.ts'
import { detectLanguage } from '../src/modules/ai/language/detect-language.ts'
import { declinedRefusal } from '../src/modules/answers/merge-answers.ts'
import { fold } from '../src/modules/answers/reading.ts'
import type { Case } from './conversation.ts'
import {
  isInLanguage,
  linesInOtherLanguages,
  repeatedParts,
  untranslatedIn,
} from './judge-message.ts'
import { isExpected, type Exchange, type Played } from './play.ts'

/** What every provider is held to; the first four are never to happen. */
const essential = [
  'invented',
  'past booking',
  'broken promise',
  'silent',
  'answers',
  'ending',
  'question not answered',
  'said what it must not',
  'language',
  'too many turns',
  'repeated itself',
] as const

/** The faults that a conversation is judged by: essential ones, and those of style. */
export const faults = [
  ...essential,
  'caveat lost',
  'two headings',
  'mixed languages',
  'completed twice',
  'declined',
  'open question',
  'incomplete',
] as const
export type Fault = (typeof faults)[number]

export interface Verdict {
  faults: { fault: Fault; detail: string }[]
}

/** Whether nothing essential is wrong; the built-in provider cannot translate the owner's texts. */
export const isRight = ({ faults: found }: Verdict): boolean =>
  !found.some(({ fault }) => essential.some((one) => one === fault))

/** Compares a conversation with what a good employee would have done, by facts alone. */
export function judge(given: Case, played: Played): Verdict {
  const found: Verdict['faults'] = []
  const note = (fault: Fault, detail: string) => found.push({ fault, detail })
  const { conversation } = given
  const { exchanges, ending, unforeseen } = played
  for (const detail of wrongAnswers(given, played)) note('answers', detail)
  if (!isExpected(ending, conversation.expect.ending)) note('ending', ending)
  const isCancelled = exchanges.some(({ checked }) => (checked?.cancels ?? []).length > 0)
  if (isCancelled !== conversation.expect.cancels)
    note('answers', isCancelled ? 'a wish to cancel' : 'no wish to cancel')
  if (unforeseen !== undefined) note('too many turns', `asked for ${unforeseen}`)
  if (exchanges.length > conversation.expect.maxTurns)
    note('too many turns', `${exchanges.length} of ${conversation.expect.maxTurns}`)
  for (const detail of pastBookings(given, played)) note('past booking', detail)
  if (hasCompletedTwice(exchanges)) note('completed twice', 'with the same answers')
  for (const detail of declinedInVain(given, played)) note('declined', detail)
  for (const detail of forgottenQuestions(given, played)) note('open question', detail)
  for (const detail of played.failures) note('incomplete', detail)
  let before = ''
  const said: string[] = []
  for (const { burst, replies, choices, isOurs, isSummary, checked, error } of exchanges) {
    const reply = replies.join('\n')
    const { has = [], keeps = [], hasNot = [], silent = false } = burst.reply ?? {}
    if (error !== undefined) note('silent', error)
    if (!isOurs) continue
    if (reply === '' && !silent && !isThanks(burst.says)) note('silent', burst.says.join(' / '))
    for (const group of has)
      if (!group.some((one) => contains(reply, one)))
        note('question not answered', group.join(' | '))
    for (const group of keeps)
      if (!group.some((one) => contains(reply, one))) note('caveat lost', group.join(' | '))
    for (const one of hasNot) if (contains(reply, one)) note('said what it must not', one)
    for (const number of inventedIn(reply, given, played)) note('invented', number)
    said.push(...burst.says)
    if (isSummary) for (const detail of repeatedParts(reply, said)) note('two headings', detail)
    const foreign = [
      ...linesInOtherLanguages(reply, given, played),
      ...untranslatedIn([reply, ...choices].join('\n'), given, played),
    ]
    if (foreign.length > 0) note('mixed languages', foreign.join(' / ').slice(0, 120))
    // The language is unknown before the customer has written a word.
    const isKnown = detectLanguage(said.join(' ')) !== undefined
    const isWrong = reply !== '' && isKnown && !isInLanguage(reply, given)
    if (isWrong) note('language', reply.slice(0, 80))
    if (reply !== '' && reply === before) note('repeated itself', reply.slice(0, 60))
    const isOwners =
      ending === 'handed_over' || ending === 'completed' || checked?.asksForOwner === true
    if (promisesPerson(reply) && !isOwners) note('broken promise', reply.slice(0, 80))
    before = reply
  }
  return { faults: found }
}

const contains = (text: string, part: string): boolean =>
  fold(toLatinDigits(text)).includes(fold(toLatinDigits(part)))

const hasCompletedTwice = (exchanges: readonly Exchange[]): boolean => {
  const completed = exchanges.flatMap(({ checked }) =>
    checked?.action === 'complete' ? [checked.after.values] : [],
  )
  return completed.some((values, at) => at > 0 && isDeepStrictEqual(values, completed[at - 1]))
}

/** Fields that the customer declined, but that were stored or asked again. */
function declinedInVain(
  { conversation }: Case,
  { exchanges, collected: { values } }: Played,
): string[] {
  return conversation.expect.declined.flatMap((key) => {
    if (Object.hasOwn(values, key)) return [`${key}: ${JSON.stringify(values[key])}`]
    const at = exchanges.findIndex(
      ({ answered, burst: { declines }, checked }) =>
        answered === key ||
        declines?.includes(key) === true ||
        checked?.after.meta[key]?.error === declinedRefusal.detail,
    )
    const after = at === -1 ? [] : exchanges.slice(at)
    return after.some(({ checked }) => checked?.asks.includes(key)) ? [`${key} asked again`] : []
  })
}

/** Open questions that a summary or a completion fails to name. */
function forgottenQuestions({ conversation }: Case, { exchanges }: Played): string[] {
  const { openQuestion } = conversation.expect
  if (openQuestion === undefined) return []
  const asked = exchanges.findIndex(({ burst: { says } }) =>
    says.some((text) => contains(text, openQuestion)),
  )
  const told = exchanges
    .slice(asked)
    .filter(({ isSummary, checked }) => isSummary || checked?.action === 'complete')
  const isNamed = told.some(({ replies }) => contains(replies.join('\n'), openQuestion))
  return told.length === 0 || isNamed ? [] : [openQuestion]
}

/** Pictures and a word of thanks need no answer. */
const isThanks = (says: readonly string[]): boolean =>
  says.length > 0 && says.every((text) => !/[\p{L}\p{N}]/u.test(text))

function wrongAnswers(given: Case, { collected, earlier = [] }: Played): string[] {
  const { answers, earlier: wanted } = given.conversation.expect
  if (answers === undefined) return []
  const isCounted = earlier.length === wanted.length
  return [
    ...(isCounted ? [] : [`${earlier.length + 1} sets instead of ${wanted.length + 1}`]),
    ...[...wanted, answers].flatMap((one, at) =>
      wrongIn([...earlier, collected].at(at - wanted.length - 1) ?? collected, one, given),
    ),
  ]
}

function wrongIn(
  collected: Played['collected'],
  answers: Readonly<Record<string, unknown>>,
  { business }: Case,
): string[] {
  const keys = new Set([...Object.keys(answers), ...Object.keys(collected.values)])
  return [...keys].flatMap((key) => {
    const field = collected.fields.find((one) => one.key === key)
    const got = collected.values[key]
    const value =
      field?.type === 'datetime' && typeof got === 'string'
        ? Temporal.Instant.from(got)
            .toZonedDateTimeISO(business.timeZone)
            .toPlainDateTime()
            .toString({ smallestUnit: 'minute' })
        : got
    return isAsExpected(value, answers[key])
      ? []
      : [`${key}: ${JSON.stringify(value)} instead of ${JSON.stringify(answers[key])}`]
  })
}

function isAsExpected(got: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'object' && wanted !== null && 'oneOf' in wanted)
    return (wanted.oneOf as unknown[]).some((one) => isAsExpected(got, one))
  // Of several, none may be right as well.
  if (wanted === undefined || wanted === null || got === undefined)
    return got === (wanted ?? undefined)
  if (typeof wanted === 'object' && wanted !== null && 'contains' in wanted) {
    const text = typeof got === 'string' ? got : JSON.stringify(got)
    return (wanted.contains as string[]).every((part) => contains(text, part))
  }
  if (wanted === true && typeof got === 'object') return true
  if (Array.isArray(wanted) && Array.isArray(got))
    return wanted.length === got.length && wanted.every((one) => got.includes(one))
  if (typeof wanted === 'string' && typeof got === 'string') return fold(wanted) === fold(got)
  return got === wanted
}

function pastBookings({ conversation, business }: Case, { collected }: Played): string[] {
  const now = Temporal.PlainDateTime.from(conversation.now)
  return collected.fields.flatMap(({ key, type, validation }) => {
    const value = collected.values[key]
    if (typeof value !== 'string' || validation?.dates === 'any') return []
    const day =
      type === 'date'
        ? Temporal.PlainDate.from(value)
        : type === 'datetime'
          ? Temporal.Instant.from(value).toZonedDateTimeISO(business.timeZone).toPlainDate()
          : undefined
    const isPast = day !== undefined && Temporal.PlainDate.compare(day, now.toPlainDate()) < 0
    return isPast ? [`${key}: ${value}`] : []
  })
}

/** Numbers that come neither from the business nor the customer nor the calendar. */
function inventedIn(
  reply: string,
  { conversation, business, job }: Case,
  { collected }: Played,
): string[] {
  const said = [
    ...conversation.turns.flatMap(({ says }) => says),
    ...Object.values(conversation.knows).flat(),
  ]
  const known = new Set(
    numbersIn([JSON.stringify({ business, job, values: collected.values }), ...said].join(' ')),
  )
  return numbersIn(reply).filter((number) => !known.has(number) && !isOfCalendar(number))
}

/** `1,200`, `1.200` and `1200` are one number. */
const numbersIn = (text: string): string[] =>
  (
    toLatinDigits(text)
      .replaceAll(/(?<=\d)[.,\u00A0\u202F](?=\d{3}(?!\d))/g, '')
      .match(/\d+/g) ?? []
  ).map((number) => String(Number(number)))

/** Days, hours, minutes of a quarter, and the years that the conversations are of. */
const isOfCalendar = (number: string): boolean =>
  Number(number) <= 31 || ['45', '2026', '2027'].includes(number)
