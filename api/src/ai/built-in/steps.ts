import type { Temporal } from 'temporal-polyfill'

import type { OpeningHours } from '../../period/opening-hours.ts'
import { isAt, phraseAt, type Token } from './text.ts'
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
}

/** What days and times without a year or a half of the day mean. */
export interface Clockwork {
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

/** A phrase that means something in a day or a time, a number, or any other word or sign. */
export interface Step {
  token: Token
  /** Its first token, and the one behind it. */
  at: number
  to: number
  marks: Mark[]
  number: number | undefined
  digits: string | undefined
  /** A sign, or a letter that stands for one; else empty. */
  sign: string
  isGlued: boolean
}

/** A message while days and times are read in it. */
export interface StepReader {
  tokens: readonly Token[]
  steps: readonly Step[]
  clockwork: Clockwork
  /** The steps that have been read as a part of something. */
  taken: Set<number>
}

/** What some steps were read as. */
export interface Read {
  from: number
  to: number
  when: Partial<When>
}

/** The steps of a message. */
export function stepsOf(tokens: readonly Token[], words: Words): Step[] {
  const steps: Step[] = []
  for (let at = 0; at < tokens.length; at = steps.at(-1)?.to ?? at + 1) {
    const token = tokens[at] as Token
    const hello = phraseAt(tokens, at, words.greeting)
    const time = phraseAt(tokens, at, words.when)
    // `Good morning` is no time of the day.
    const isHello = hello !== undefined && hello.to - at > 1 && hello.to >= (time?.to ?? 0)
    const marks = isHello ? [] : (time?.value ?? [])
    const isDigits = token.kind === 'digits'
    steps.push({
      token,
      at,
      to: (isHello ? hello : time)?.to ?? at + 1,
      marks,
      number: isDigits ? Number(token.word) : marks.find(({ kind }) => kind === 'number')?.value,
      digits: isDigits ? token.word : undefined,
      sign: token.kind === 'sign' || /^[hx]$/.test(token.word) ? token.word : '',
      isGlued: token.isGlued,
    })
  }
  return steps
}

/** What a step means of one kind. */
export const markOf = (step: Step | undefined, kind: MarkKind): Mark | undefined =>
  step?.marks.find((mark) => mark.kind === kind)
/** Whether a step means something of one of these kinds. */
export const has = (step: Step | undefined, ...kinds: MarkKind[]): boolean =>
  step?.marks.some(({ kind }) => kinds.includes(kind)) === true

/** A word of a few letters between an hour and its half of the day: `in the`, `ko`, `de la`. */
export const isSmall = (step: Step | undefined): boolean =>
  step !== undefined &&
  step.number === undefined &&
  (step.marks.length === 0 || has(step, 'at', 'dayCue'))

/** Whether a number is an hour by what follows it. */
export const isHourMark = (step: Step | undefined): boolean => has(step, 'oclock', 'part')

/** `4 people`: the number before it is none of a day or a time. */
export const isPeople = ({ tokens, clockwork }: StepReader, step: Step | undefined): boolean =>
  step !== undefined && isAt(tokens, step.at, clockwork.words.people)
