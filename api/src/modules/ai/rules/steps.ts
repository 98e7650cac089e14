import type { Temporal } from 'temporal-polyfill'

import type { OpeningHours } from '../../../platform/period/opening-hours.ts'
import { unitOf } from '../../answers/numbers/units.ts'
import { isAt, isStopword, phraseAt, type Token } from './text.ts'
import type { Mark, MarkKind, Words } from './words.ts'

/** A day, a time or both that a message names, and where. */
export interface When {
  start: number
  end: number
  day?: Temporal.PlainDate
  clock?: Temporal.PlainTime
  /** `since Monday`, `three days ago`: nothing that is still to come. */
  isPast: boolean
  /** Only the name of its weekday was said. */
  isWeekday?: boolean
  /** Nothing but `at` and a number said so: it could count something else. */
  isVague?: boolean
  /** As at the time that was said before. */
  isSameTime?: boolean
  /** An hour of the night that begins in the evening of its day: `Saturday night at one`. */
  isNight?: boolean
  /** `Not at five`: others are meant. */
  isDenied?: boolean
  /** It is denied for sure, and meant in no case. */
  isRefused?: boolean
  /** The day that is meant as well as this one: `Friday, 5 December`, where that is a Saturday. */
  other?: Temporal.PlainDate
  /** The time that is meant as well as this one: `at five or six`. */
  otherClock?: Temporal.PlainTime
}

/** What days and times without a year or a half of the day mean. */
export interface ClockContext {
  words: Words
  now: Temporal.PlainDateTime
  hours: OpeningHours
  isDayFirst: boolean
  /** A bare number with its ending may be a day. */
  isDayAsked?: boolean
  /** A bare number beside a day may be an hour: a time is still open. */
  isHourOpen?: boolean
  /** A bare number may be an hour: a time was asked for. */
  isHourAsked?: boolean
}

/** What a number can be; an `oddMonth` is none of the minutes that people say. */
const numberKinds = {
  number: /./,
  few: /^\d\d?$/,
  hour: /^(?:[01]?\d|2[0-4])$/,
  minute: /^[0-5]\d$/,
  compact: /^(?:1?\d|2[0-3])[0-5][05]$/,
  day: /^(?:0?[1-9]|[12]\d|3[01])$/,
  oddMonth: /^(?:0?[1-46-9]|1[12])$/,
  year: /^(?:19|20)\d\d$/,
  anyYear: /^(?:\d\d|(?:19|20)\d\d)$/,
}
const signs = ['-', ':', '.', '/', ',', 'h'] as const
type Sign = (typeof signs)[number]

/** What a step can be besides the marks of the word tables; `any` is every step. */
export type StepKind =
  | MarkKind
  | Sign
  | keyof typeof numberKinds
  | ('any' | 'digits' | 'joined' | 'article' | 'one' | 'ordinal' | 'link' | 'counted' | 'alone')
  | ('noun' | 'not' | 'no' | 'between' | 'either' | 'spell' | 'taken' | 'dated')
  | ('weeks' | 'weekUnit' | 'pair')

/** A phrase, a number, a word or a sign, with all that it can be: `5` is a `number`, an `hour`, a `day`. */
export interface Step {
  start: number
  end: number
  word: string
  kinds: ReadonlyMap<StepKind, string>
}

/** A message as steps. */
export function stepsOf(tokens: readonly Token[], { words }: ClockContext): Step[] {
  const steps: Step[] = []
  for (let at = 0, to = 0; at < tokens.length; at = to) {
    const hello = phraseAt(tokens, at, words.greeting)
    const time = phraseAt(tokens, at, words.when)
    // `Good morning` is no time of the day.
    const isHello = hello !== undefined && hello.to - at > 1 && hello.to >= (time?.to ?? 0)
    to = (isHello ? hello : time)?.to ?? at + 1
    const { start = 0, word = '' } = tokens[at] ?? {}
    const marks = isHello ? [] : (time?.values ?? [])
    const kinds = kindsOf(tokens, at, { marks, to, words })
    steps.push({ start, end: tokens[to - 1]?.end ?? 0, word, kinds })
  }
  return steps
}

/** How many minutes the units have in which somebody waits. */
const waitUnitMinutes = new Map([
  [unitOf('hour')?.id, '60'],
  [unitOf('minute')?.id, '1'],
])

function kindsOf(
  tokens: readonly Token[],
  at: number,
  { marks, to, words }: { marks: readonly Mark[]; to: number; words: Words },
): Step['kinds'] {
  const { word, raw, kind, isGlued } = tokens[at] as Token
  const kinds = new Map<StepKind, string>([['any', '']])
  for (const { kind: name, text, value } of marks)
    if (!kinds.has(name)) kinds.set(name, text || `${value}`)
  const weekday = kinds.get('shortWeekday')
  if (weekday !== undefined && isShortWeekday(tokens, at, to, words)) {
    kinds.set('weekday', weekday)
    for (const other of ['number', 'month', 'unit'] as const) kinds.delete(other)
  }
  // German `am` is no half of the day, and French `mon` no Monday.
  if (kinds.has('dayCue')) kinds.delete('part')
  if (isStopword(word) && isNoun(tokens, at + 1, words)) kinds.delete('weekday')
  const isDigits = kind === 'digits'
  const number = isDigits ? word : kinds.get('number')
  const isSmall = word === ',' || (marks.length === 0 && isStopword(word))
  // `Demi-heure` is two words, other than `5h`.
  const isPart = isDigits || (isGlued && tokens[at - 1]?.word !== '-')
  const minutes = isPart ? undefined : waitUnitMinutes.get(unitOf(raw)?.id)
  if (minutes !== undefined) kinds.set('spell', minutes)
  const more: Partial<Record<StepKind, boolean>> = {
    digits: isDigits,
    joined: isDigits && isGlued && /^[.,/:]$/.test(tokens[at - 1]?.word ?? ''),
    article: (!isDigits && number === '1') || word === 'a',
    one: !isDigits && number === '1',
    ordinal: isGlued && isOrdinal(word),
    weeks: Number(kinds.get('days')) >= 7,
    weekUnit: Number(kinds.get('unit')) % 7 === 0,
    // Arabic has a word for two days, and one for two weeks.
    pair: /^(?:2|14)$/.test(kinds.get('unit') ?? ''),
    link: number === undefined && (isSmall || kinds.has('at') || kinds.has('dayCue')),
    counted: kinds.has('unit') || /^[\p{Sc}%]$/u.test(word) || isAt(tokens, at, words.people),
    // Arabic has no article for `an hour`.
    alone: raw.endsWith('ة'),
    noun: isNoun(tokens, at, words),
    not: isAt(tokens, at, words.not),
    no: isAt(tokens, at, words.no),
    between: isAt(tokens, at, words.between),
    either: isAt(tokens, at, words.either),
  }
  for (const sign of signs) more[sign] = word === sign
  if (number !== undefined)
    for (const [name, shape] of Object.entries(numberKinds))
      if (shape.test(number)) kinds.set(name as StepKind, number)
  for (const [name, isSo] of Object.entries(more)) if (isSo) kinds.set(name as StepKind, '')
  return kinds
}

/** `Ter 14h`, `mar. 24`, `seg ou ter`: a short name that is also another word is a weekday beside these. */
function isShortWeekday(tokens: readonly Token[], at: number, to: number, words: Words): boolean {
  const has = (from: number, ...kinds: MarkKind[]) =>
    phraseAt(tokens, from, words.when)?.values.some(({ kind }) => kinds.includes(kind)) === true
  if (
    has(at - 1, 'nth', 'weekday') ||
    (at === 0 && (has(to, 'at', 'part') || to === tokens.length))
  )
    return true
  const next = /^[.,]$/.test(tokens[to]?.word ?? '') ? to + 1 : to
  const isNumber = tokens[next]?.kind === 'digits' && tokens[next].word.length < 3
  return isNumber && !isNoun(tokens, next + 1, words) && !isAt(tokens, next + 1, words.people)
}

/** What stands behind a number that is a place in a row. */
export const isOrdinal = (word: string): boolean => /^(?:st|nd|rd|th|º|ª|er|eme)$/.test(word)

/** A word with content of its own, of which there can be so many. */
const isNoun = (tokens: readonly Token[], at: number, words: Words): boolean =>
  tokens[at]?.kind === 'word' &&
  !isStopword(tokens[at].word) &&
  !isAt(tokens, at, words.when, words.filler, words.request, words.afterName, words.thanks)
