import type { Temporal } from 'temporal-polyfill'

import type { OpeningHours } from '../../../platform/period/opening-hours.ts'
import { unitOf } from '../../answers/numbers/units.ts'
import { isAt, isStopword, phraseAt, type Token } from './text.ts'
import type { Mark, Words } from './words.ts'

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

/**
 * The phrases that mean something in a day or a time, the numbers, and all other words and signs,
 * each with all that it can be: `5` is a `number`, an `hour` and a `day`.
 */
export function stepsOf(tokens: readonly Token[], clockwork: ClockContext) {
  const steps: { start: number; end: number; kinds: ReadonlyMap<string, string> }[] = []
  for (let at = 0, to = 0; at < tokens.length; at = to) {
    const hello = phraseAt(tokens, at, clockwork.words.greeting)
    const time = phraseAt(tokens, at, clockwork.words.when)
    // `Good morning` is no time of the day.
    const isHello = hello !== undefined && hello.to - at > 1 && hello.to >= (time?.to ?? 0)
    to = (isHello ? hello : time)?.to ?? at + 1
    const kinds = kindsOf(tokens, at, isHello ? [] : (time?.values ?? []), clockwork)
    steps.push({ start: tokens[at]?.start ?? 0, end: tokens[to - 1]?.end ?? 0, kinds })
  }
  return steps
}

/** How many minutes the units have in which somebody waits. */
const waitUnitMinutes = new Map([
  [unitOf('hour')?.id, '60'],
  [unitOf('minute')?.id, '1'],
])

/** What a number can be; an `oddMonth` is none of the minutes that people say. */
const numberKinds: [kind: string, shape: RegExp][] = [
  ['number', /./],
  ['few', /^\d\d?$/],
  ['hour', /^(?:[01]?\d|2[0-4])$/],
  ['minute', /^[0-5]\d$/],
  ['compact', /^(?:1?\d|2[0-3])[0-5][05]$/],
  ['day', /^(?:0?[1-9]|[12]\d|3[01])$/],
  ['oddMonth', /^(?:0?[1-46-9]|1[12])$/],
  ['year', /^(?:19|20)\d\d$/],
  ['anyYear', /^(?:\d\d|(?:19|20)\d\d)$/],
]

function kindsOf(tokens: readonly Token[], at: number, marks: Mark[], clockwork: ClockContext) {
  const { word, raw, kind, isGlued } = tokens[at] as Token
  const { words, isDayAsked, isHourAsked, isHourOpen } = clockwork
  const kinds = new Map<string, string>()
  for (const { kind: name, text, value } of marks)
    if (!kinds.has(name)) kinds.set(name, text || `${value}`)
  // German `am` is no half of the day, and French `mon` no Monday.
  if (kinds.has('dayCue')) kinds.delete('part')
  if (isStopword(word) && isNoun(tokens, at + 1, words)) kinds.delete('weekday')
  const isDigits = kind === 'digits'
  const number = isDigits ? word : kinds.get('number')
  const isSmall = word === ',' || (marks.length === 0 && isStopword(word))
  const isCounted = kinds.has('unit') || /^[\p{Sc}%]$/u.test(word) || isAt(tokens, at, words.people)
  const more: [kind: string, isSo: boolean | undefined][] = [
    ['_', true],
    ['dayAsked', isDayAsked],
    ['hourAsked', isHourAsked],
    ['hourOpen', isHourOpen],
    ['digits', isDigits],
    ['joined', isDigits && isGlued && /^[.,/:]$/.test(tokens[at - 1]?.word ?? '')],
    ['weeks', Number(kinds.get('days')) >= 7],
    ['weekUnit', kinds.get('unit') === '7'],
    ['article', (!isDigits && number === '1') || word === 'a'],
    ['one', !isDigits && number === '1'],
    [`'${word}'`, /^[-:./,h]$/.test(word)],
    ['ordinal', isGlued && isOrdinal(word)],
    ['link', number === undefined && (isSmall || kinds.has('at') || kinds.has('dayCue'))],
    ['counted', isCounted],
    // Arabic has no article for `an hour`.
    ['alone', raw.endsWith('ة')],
    ['noun', isNoun(tokens, at, words)],
    ['not', isAt(tokens, at, words.not)],
    ['no', isAt(tokens, at, words.no)],
    ['between', isAt(tokens, at, words.between)],
    ['either', isAt(tokens, at, words.either)],
  ]
  for (const [name, isSo] of more) if (isSo === true) kinds.set(name, '')
  // `Demi-heure` is two words, other than `5h`.
  const isPart = isDigits || (isGlued && tokens[at - 1]?.word !== '-')
  const minutes = isPart ? undefined : waitUnitMinutes.get(unitOf(raw)?.id)
  if (minutes !== undefined) kinds.set('spell', minutes)
  if (number !== undefined)
    for (const [name, shape] of numberKinds) if (shape.test(number)) kinds.set(name, number)
  return kinds
}

/** What stands behind a number that is a place in a row. */
export const isOrdinal = (word: string): boolean => /^(?:st|nd|rd|th|º|ª|er|eme)$/.test(word)

/** A word with content of its own, of which there can be so many. */
const isNoun = (tokens: readonly Token[], at: number, words: Words): boolean =>
  tokens[at]?.kind === 'word' &&
  !isStopword(tokens[at].word) &&
  !isAt(tokens, at, words.when, words.filler, words.request, words.afterName, words.thanks)
