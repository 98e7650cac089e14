import type { JobField } from '@errand/contract/job-field'

import type { Place } from '../../form-data/reading.ts'
import type { TurnMessage } from '../turn.ts'
import { conceptsOf } from './concepts.ts'
import { isAlike } from './is-alike.ts'
import type { When } from './steps.ts'
import { clausesOf, plain, tokensOf, type Clause, type Token } from './text.ts'
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
export interface Heard {
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
export interface Looking {
  field: JobField
  /** The contact was asked for it, so that less will do. */
  isAsked: boolean
  /** No other field could be answered with a number. */
  isOnly: boolean
  /** Some field asks for a day or a time. */
  isDated: boolean
  /** What is kept of it so far. */
  known: unknown
  place: Place
  words: Words
}

/** A message before anything was found in it. */
export const hear = (message: TurnMessage, whens: readonly When[], isPart: boolean): Heard => ({
  message,
  text: message.text,
  tokens: tokensOf(message.text),
  clauses: clausesOf(message.text),
  whens,
  isPart,
  taken: [],
})

/** Whether some of it is an answer already. */
export const isTaken = ({ taken }: Pick<Heard, 'taken'>, { start, end }: Span): boolean =>
  taken.some((span) => start < span.end && end > span.start)

/** Words of many names, which tell none of them. */
const common = new Set(
  'the and how many much your what for number of date time de der die das'.split(' '),
)

/** Words by which a contact may name a field. */
export const namesOf = ({ key, label }: JobField): string[] =>
  tokensOf(`${label} ${key.replaceAll('_', ' ')}`)
    .filter(({ word, kind }) => kind === 'word' && word.length >= 3 && !common.has(word))
    .map(({ word }) => word)

/** Whether a text names the field, the plural and the singular alike. */
export function names(text: string, field: JobField): boolean {
  const about = conceptsOf(`${field.label} ${field.key.replaceAll('_', ' ')}`)
  if ([...conceptsOf(text)].some((concept) => about.has(concept))) return true
  const said = tokensOf(text).filter(({ kind }) => kind === 'word')
  return namesOf(field).some((name) => said.some(({ word }) => isAlike(plain(word), name)))
}
