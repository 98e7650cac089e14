import { Temporal } from 'temporal-polyfill'

import { toLatinDigits } from '@errand/contract/search-text'

import { detectLanguage } from '../src/ai/detect-language.ts'
import { promisesPerson } from '../src/assistant/claims.ts'
import { fold } from '../src/form-data/reading.ts'
import type { Case } from './conversation.ts'
import { isExpected, type Played } from './play.ts'

/** What a conversation is judged by; the first four are never to happen. */
export const faults = [
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
export type Fault = (typeof faults)[number]

export interface Verdict {
  faults: { fault: Fault; detail: string }[]
}

/** Compares what happened with what somebody who works there would have done, by facts alone. */
export function judge(given: Case, played: Played): Verdict {
  const found: Verdict['faults'] = []
  const note = (fault: Fault, detail: string) => found.push({ fault, detail })
  const { conversation } = given
  const { exchanges, ending, unforeseen } = played
  for (const detail of wrongAnswers(given, played)) note('answers', detail)
  if (!isExpected(ending, conversation.expect.ending)) note('ending', ending)
  if (unforeseen !== undefined) note('too many turns', `asked for ${unforeseen}`)
  if (exchanges.length > conversation.expect.maxTurns)
    note('too many turns', `${exchanges.length} of ${conversation.expect.maxTurns}`)
  for (const detail of pastBookings(given, played)) note('past booking', detail)
  let before = ''
  const said: string[] = []
  for (const { burst, replies, isOurs, checked, error } of exchanges) {
    const reply = replies.join('\n')
    const { has = [], hasNot = [], silent = false } = burst.reply ?? {}
    if (error !== undefined) note('silent', error)
    if (!isOurs) continue
    if (reply === '' && !silent && !isThanks(burst.says)) note('silent', burst.says.join(' / '))
    for (const group of has)
      if (!group.some((one) => contains(reply, one)))
        note('question not answered', group.join(' | '))
    for (const one of hasNot) if (contains(reply, one)) note('said what it must not', one)
    for (const number of inventedIn(reply, given, played)) note('invented', number)
    said.push(...burst.says)
    // Nobody can know what somebody writes in who has not written a word.
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

/** Pictures and a word of thanks need no answer. */
const isThanks = (says: readonly string[]): boolean =>
  says.length > 0 && says.every((text) => !/[\p{L}\p{N}]/u.test(text))

function wrongAnswers({ conversation, business }: Case, { collected }: Played): string[] {
  const { answers } = conversation.expect
  if (answers === undefined) return []
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
  if (wanted === undefined || got === undefined) return got === wanted
  if (typeof wanted === 'object' && wanted !== null && 'oneOf' in wanted)
    return (wanted.oneOf as unknown[]).some((one) => isAsExpected(got, one))
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

/** Numbers that nobody has given: not the business, not the customer, not the calendar. */
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

/** In the customer's language beside what is the owner's own or repeated. */
function isInLanguage(reply: string, { conversation, job, business }: Case): boolean {
  const owners = [
    job.greeting,
    job.completionMessage,
    job.handoffMessage,
    job.fallbackMessage,
    business.name,
    business.description,
    ...job.instructions.split(/(?<=[.!?।])\s+/),
    ...job.fields.flatMap(({ question = '', label, help = '', example = '', options = [] }) => [
      question,
      help,
      example,
      label,
      ...options.map((option) => option.label),
    ]),
  ].filter((text) => text !== '')
  const rest = owners
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, own) => text.replaceAll(own, ' '), reply)
    .split('\n')
    .filter((line) => !line.startsWith('•'))
    .join('\n')
  const words = rest.match(/[\p{L}\p{M}]{2,}/gu) ?? []
  if (words.length < 3) return true
  const language = detectLanguage(rest)
  return language === undefined || language === conversation.language
}
