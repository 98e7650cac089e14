import type { JobField } from '@errand/contract/job-field'

import { fold, type Place } from '../../../form-data/reading.ts'
import type { TurnMessage } from '../../turn.ts'
import { translate, type Translated } from './translate.ts'

export interface Span {
  start: number
  end: number
}

/** Something in a message that could be the answer to a field, and where it stands. */
export interface Found extends Span {
  value: unknown
}

interface Clock {
  hour: number
  minute: number
}
/** A day, a time of the day, or both, and where it stands. */
export interface When extends Span {
  day?: string
  clock?: Clock
}

/** One message of the contact's while answers are looked for in it. */
export interface Heard {
  message: TurnMessage
  text: string
  /** Its days, times and numbers in English. */
  english: Translated
  /** What is an answer already, so that no digit is taken twice. */
  taken: Span[]
  /** Its days and times, once somebody has looked for them. */
  whens?: When[]
  /** The contact's messages before it, newest first: a day may stand in one and its time in the next. */
  before: string[]
}

/** What words mean where the business is. */
export interface Surroundings {
  now: Date
  place: Place
  language: string
  /** Whether 3/4 is the third of April. */
  isDayFirst: boolean
}

export interface Looking extends Surroundings {
  field: JobField
  /** The contact was asked for it, so that less will do. */
  isAsked: boolean
}

export const hear = (message: TurnMessage, language: string, before: string[]): Heard => ({
  message,
  text: message.text,
  english: translate(message.text, language),
  taken: [],
  before,
})

export const isTaken = ({ taken }: Pick<Heard, 'taken'>, { start, end }: Span): boolean =>
  taken.some((span) => start < span.end && end > span.start)

/** Words by which a contact may name a field. */
export function namesOf({ key, label }: JobField): string[] {
  const words = fold(`${label} ${key.replaceAll('_', ' ')}`).match(/[\p{L}\p{M}]{3,}/gu) ?? []
  return [...new Set(words)].filter((word) => !common.has(word))
}

const common = new Set(['the', 'and', 'how', 'many', 'much', 'your', 'what', 'for', 'number', 'of'])

/** Whether a text names the field, the plural and the singular alike. */
export function names(text: string, field: JobField): boolean {
  const said = new Set(
    fold(text)
      .match(/[\p{L}\p{M}]+/gu)
      ?.map(stem),
  )
  return namesOf(field).some((word) => said.has(stem(word)))
}

/** Days and choices stand at the beginning of what is said: longer texts are looked at no further. */
export const longestSaid = 1000

const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:es|s)$/, '') : word)
