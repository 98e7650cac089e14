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

/** What people read of an answer; of all other types a machine makes something. */
export const proseTypes: ReadonlySet<JobFieldType> = new Set<JobFieldType>([
  'text',
  'long_text',
  'address',
  'location',
])

/** The answer as it is kept, or why it is none; reading what is kept gives the same again. */
export function readAnswer(field: JobField, raw: unknown, place: AnswerLocale): ReadResult {
  const clean = proseTypes.has(field.type) ? cleanText : plainText
  return readers[field.type](cleaned(raw, clean), field, place)
}

/** Before any reader sees it: a text, several choices, or a place with its name and address. */
function cleaned(raw: unknown, clean: (text: string) => string): unknown {
  if (typeof raw === 'string') return clean(raw)
  return Array.isArray(raw) ? raw.map((part) => cleaned(part, clean)) : raw
}

/** No answer at all, or one of which nobody sees anything: it clears what was there. */
export function isBlank(raw: unknown): boolean {
  if (typeof raw === 'string') return !hasVisibleText(raw)
  return raw === null || raw === undefined || (Array.isArray(raw) && raw.length === 0)
}
