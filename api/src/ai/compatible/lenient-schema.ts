import type { JobField } from '@errand/contract/job-field'
import * as z from 'zod/mini'

import { boolean, multiSelect } from '../../form-data/read-choice.ts'
import { placeOf, type Reader } from '../../form-data/reading.ts'

/**
 * Checks a value after `read` has made the best of it. The JSON schema that a model is sent is that
 * of the value alone: its members stay required, and no default is named.
 */
const lenient = <Schema extends z.core.$ZodType>(
  read: (said: unknown) => unknown,
  schema: Schema,
) => z.pipe(z.transform(read), schema)

/** A member that is empty where a model left it out. */
export const orEmpty = <Schema extends z.core.$ZodType>(schema: Schema, empty: unknown) =>
  lenient((said) => said ?? empty, schema)

/** One of a few words, or the word for none of them. */
export const wordOf = <Schema extends z.core.$ZodType>(schema: Schema, other: unknown) =>
  lenient((said) => (z.safeParse(schema, said).success ? said : other), schema)

/** Numbers and truth values are a text, too. */
const toText = (said: unknown): unknown =>
  typeof said === 'number' || typeof said === 'boolean' ? String(said) : (said ?? null)

/** The contact's words, or nothing. */
export const quote = () => lenient(toText, z.nullable(z.string()))

/** What a share is taken for that a model does not say: neither sure nor unsure. */
const middling = 0.5

/** How sure a model is, from 0 to 1. */
export const share = () =>
  lenient((said) => {
    const value = Number.parseFloat(String(said))
    return value >= 0 && value <= 1 ? value : middling
  }, z.number())

/** The answer to a field, or nothing; a text is taken where its reader finds the value in it. */
export function answerTo(field: JobField) {
  if (field.type === 'boolean') return lenient(readBy(boolean, field), z.nullable(z.boolean()))
  if (field.type === 'multi_select')
    return lenient(readBy(multiSelect, field), z.nullable(z.array(z.string())))
  // Numbers stay text: `2 lakh` and `1.500` are read by us, and a model must not do sums.
  return quote()
}

const readBy = (reader: Reader, field: JobField) => (said: unknown) => {
  const text = toText(said)
  if (typeof text !== 'string') return text
  if (text.trim() === '') return null
  const reading = reader(text, field, anywhere)
  return 'value' in reading ? reading.value : text
}

/** Choices are read the same in every place. */
const anywhere = placeOf({ timeZone: 'UTC', locale: 'en' })
