import type { HandoffReason } from '@errand/contract/chats/session'
import type { JobField } from '@errand/contract/job-field'
import * as z from 'zod/mini'

import { boolean, multiSelect, select } from '../../answers/read-choice.ts'
import { fold, answerLocaleOf, type AnswerReader } from '../../answers/reading.ts'

/**
 * Checks a value after `read` has made the best of it. The JSON schema that a model is sent is that
 * of the value alone: its members stay required, and no default is named.
 */
const lenient = <Schema extends z.core.$ZodType>(
  read: (said: unknown) => unknown,
  schema: Schema,
) => z.pipe(z.transform(read), schema)

/** A member that is empty where a model left it out. */
export const emptyIfMissing = <Schema extends z.core.$ZodType>(schema: Schema, empty: unknown) =>
  lenient((said) => said ?? empty, schema)

/** A text that may be empty, but not left out. */
export const textOrNull = () => lenient((said) => (said === null ? '' : said), z.string())

/** One of a few words, in any case and with a space or a hyphen within, or the word for none of them. */
export const oneOfWords = <Schema extends z.core.$ZodType>(schema: Schema, other: unknown) =>
  lenient((said) => {
    const word = spellingOf(said)
    return z.safeParse(schema, word).success ? word : other
  }, schema)

const spellingOf = (said: unknown): string =>
  typeof said === 'string' ? fold(said).replaceAll(/[ -]/g, '_') : ''

/** Why a person should take over, or nothing; an emergency is heard in all wordings. */
export const handoffReasonSchema = (reasons: readonly HandoffReason[]) =>
  lenient(
    (said) => {
      const word = spellingOf(said)
      if (word.includes('emergency') && !isDenied.test(word)) return 'emergency'
      return reasons.find((reason) => reason === word) ?? null
    },
    z.nullable(z.enum(reasons)),
  )

const isDenied = /(?:^|_)no[nt]?_(?:an?_)?emergency/

/** What models write for nothing, beside null. */
const nothings = new Set(['', 'null', 'none', 'n/a', '-'])

const isNothing = (said: unknown): boolean =>
  said === null || said === undefined || (typeof said === 'string' && nothings.has(fold(said)))

/** A text, or null where there is nothing to say. */
export const textOrNothing = () =>
  lenient((said) => (isNothing(said) ? null : said), z.nullable(z.string()))

/** The tag of a language; empty where none is named. */
export const languageTag = () => lenient((said) => (isNothing(said) ? '' : said), z.string())

/** Numbers and truth values are a text, too. */
const toText = (said: unknown): unknown =>
  typeof said === 'number' || typeof said === 'boolean' ? String(said) : (said ?? null)

/** To the letter: a contact may say "None", and be called Null. */
const nullWords = new Set(['null', 'n/a', 'N/A', '-'])

/** The contact's words, or nothing. */
export const contactQuote = (field: JobField) => lenient(wordsFor(field), z.nullable(z.string()))

const wordsFor = (field: JobField) => (said: unknown) => {
  const text = toText(said)
  if (typeof text !== 'string' || !nullWords.has(text.trim())) return text
  return 'value' in select(text, field, anyLocale) ? text : null
}

/** What a share is taken for that a model does not say: neither sure nor unsure. */
const defaultConfidence = 0.5

/** How sure a model is, from 0 to 1. */
export const confidenceSchema = () =>
  lenient((said) => {
    const value = Number.parseFloat(String(said).replace(',', '.'))
    return value >= 0 && value <= 1 ? value : defaultConfidence
  }, z.number())

/** The answer to a field, or nothing; a text is taken where its reader finds the value in it. */
export function fieldAnswerSchema(field: JobField) {
  if (field.type === 'boolean') return lenient(readBy(boolean, field), z.nullable(z.boolean()))
  if (field.type === 'multi_select')
    return lenient(readBy(multiSelect, field), z.nullable(z.array(z.string())))
  // Numbers stay text: `2 lakh` and `1.500` are read by us, and a model must not do sums.
  return contactQuote(field)
}

const readBy = (reader: AnswerReader, field: JobField) => (said: unknown) => {
  const text = wordsFor(field)(said)
  if (typeof text !== 'string') return text
  if (text.trim() === '') return null
  const reading = reader(text, field, anyLocale)
  return 'value' in reading ? reading.value : text
}

/** Choices are read the same in every place. */
const anyLocale = answerLocaleOf({ timeZone: 'UTC', locale: 'en' })
