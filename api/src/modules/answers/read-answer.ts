import type { JobField, JobFieldType } from '@errand/contract/job-field'
import { cleanText, hasVisibleText, plainText } from '@errand/contract/visible-text'

import { boolean, multiSelect, select } from './read-choice.ts'
import { date, datetime, time } from './read-date.ts'
import { currency, integer, number, rating } from './read-number.ts'
import { file, location } from './read-object.ts'
import { address, email, longText, phone, text, url } from './read-text.ts'
import type { AnswerLocale, AnswerReader, ReadResult } from './reading.ts'

const readers: Record<JobFieldType, AnswerReader> = {
  text,
  long_text: longText,
  number,
  integer,
  currency,
  boolean,
  date,
  time,
  datetime,
  email,
  phone,
  url,
  select,
  multi_select: multiSelect,
  address,
  location,
  file,
  rating,
}

/** The types whose answers are free text; values of all other types are parsed. */
export const proseTypes: ReadonlySet<JobFieldType> = new Set<JobFieldType>([
  'text',
  'long_text',
  'address',
  'location',
])

/** Reads an answer into its stored form, or refuses it. Reading a stored value returns it unchanged. */
export function readAnswer(field: JobField, raw: unknown, place: AnswerLocale): ReadResult {
  const clean = proseTypes.has(field.type) ? cleanText : plainText
  return readers[field.type](cleaned(raw, clean), field, place)
}

/** Cleans the texts of an answer, also inside of lists, before a reader gets it. */
function cleaned(raw: unknown, clean: (text: string) => string): unknown {
  if (typeof raw === 'string') return clean(raw)
  return Array.isArray(raw) ? raw.map((part) => cleaned(part, clean)) : raw
}

/** Whether an answer is empty or invisible: it clears the stored one. */
export function isBlank(raw: unknown): boolean {
  if (typeof raw === 'string') return !hasVisibleText(raw)
  return raw === null || raw === undefined || (Array.isArray(raw) && raw.length === 0)
}
