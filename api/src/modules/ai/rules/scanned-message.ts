import type { JobField } from '@errand/contract/job-field'

import type { AnswerLocale } from '../../answers/reading.ts'
import type { TurnMessage } from '../turn.ts'
import { conceptsOf } from './concepts.ts'
import { isAlike } from './is-alike.ts'
import type { When } from './steps.ts'
import { clausesOf, tokensOf, type Clause, type Token } from './text.ts'
import type { Words } from './words.ts'

/** A part of a text. */
export interface Span {
  start: number
  end: number
}

/** Something in a message that could be the answer to a field, and where it stands. */
export interface Found extends Span {
  value: unknown
}

/** One message of the contact's while answers are looked for in it. */
export interface ScannedMessage {
  message: TurnMessage
  text: string
  tokens: readonly Token[]
  clauses: readonly Clause[]
  /** Its days and times. */
  whens: readonly When[]
  /** There are other messages in the burst. */
  isPart: boolean
  /** What is an answer already, so that nothing is taken twice. */
  taken: Span[]
}

/** A field that is looked for. */
export interface FieldSearch {
  field: JobField
  /** The contact was asked for it, so that less will do. */
  isAsked: boolean
  /** No other field could be answered with a number. */
  isOnly: boolean
  /** Some field asks for a day or a time. */
  isDated: boolean
  /** What is kept of it so far. */
  known: unknown
  place: AnswerLocale
  words: Words
}

/** A message before anything was found in it. */
export const scanMessage = (
  message: TurnMessage,
  whens: readonly When[],
  isPart: boolean,
): ScannedMessage => ({
  message,
  text: message.text,
  tokens: tokensOf(message.text),
  clauses: clausesOf(message.text),
  whens,
  isPart,
  taken: [],
})

/** Whether two parts of a text share a letter. */
export const overlap = (one: Span, other: Span): boolean =>
  one.start < other.end && one.end > other.start

/** Whether some of it is an answer already. */
export const isTaken = ({ taken }: Pick<ScannedMessage, 'taken'>, part: Span): boolean =>
  taken.some((span) => overlap(span, part))

/** A part of a text, if it says anything. */
export function partOf(text: string, start: number, end: number): Found | undefined {
  const value = text.slice(start, end).replace(/(?<![\s,;–-])[\s,;–-]+$/, '')
  return /[\p{L}\p{N}]/u.test(value) ? { start, end: start + value.length, value } : undefined
}

/** Words of many names, which tell none of them. */
const commonLabelWords = new Set(
  'the and how many much your what for number of date time de der die das'.split(' '),
)

interface FieldNaming {
  /** Words by which a contact may name the field. */
  words: string[]
  about: ReadonlySet<string>
}

const namings = new WeakMap<JobField, FieldNaming>()

function namingOf(field: JobField): FieldNaming {
  const ready = namings.get(field)
  if (ready !== undefined) return ready
  const tokens = tokensOf(`${field.label} ${field.key.replaceAll('_', ' ')}`)
  const naming = {
    words: tokens
      .filter(
        ({ word, kind }) => kind === 'word' && word.length >= 3 && !commonLabelWords.has(word),
      )
      .map(({ word }) => word),
    about: conceptsOf(tokens),
  }
  namings.set(field, naming)
  return naming
}

/** Words by which a contact may name a field. */
export const namesOf = (field: JobField): string[] => namingOf(field).words

/** Whether words name the field, the plural and the singular alike. */
export function namesField(tokens: readonly Token[], field: JobField): boolean {
  const { words, about } = namingOf(field)
  if ([...conceptsOf(tokens)].some((concept) => about.has(concept))) return true
  return words.some((name) =>
    tokens.some(({ word, kind }) => kind === 'word' && isAlike(word, name)),
  )
}
