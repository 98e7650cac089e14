import type { JobFieldType } from '@errand/contract/job-field'

import { findBoolean, findMultiSelect, findSelect } from './find-choice.ts'
import { findEmail, findLocation, findPhone, findUrl } from './find-contact.ts'
import { findDate, findDatetime, findTime } from './find-date.ts'
import { findAmount, findNumber, findRating } from './find-number.ts'
import { findText } from './find-text.ts'
import type { Found, Heard, Looking } from './heard.ts'

type Finder = (heard: Heard, looking: Looking) => Found | undefined

const finders: Record<JobFieldType, Finder | undefined> = {
  text: findText,
  long_text: findText,
  address: findText,
  number: findNumber,
  integer: findNumber,
  currency: findAmount,
  rating: findRating,
  boolean: findBoolean,
  date: findDate,
  time: findTime,
  datetime: findDatetime,
  email: findEmail,
  phone: findPhone,
  url: findUrl,
  select: findSelect,
  multi_select: findMultiSelect,
  location: findLocation,
  // It comes with a message, not in its words.
  file: undefined,
}

/** What is looked for first: what has a form of its own, then what is left. */
const order: readonly JobFieldType[] = [
  'email',
  'url',
  'location',
  'phone',
  'datetime',
  'date',
  'time',
  'currency',
  'select',
  'multi_select',
  'rating',
  'integer',
  'number',
  'boolean',
  'address',
  'text',
  'long_text',
]

export const rankOf = (type: JobFieldType): number => order.indexOf(type)

/** The place in a message that answers a field. */
export const findAnswer: Finder = (heard, looking) => finders[looking.field.type]?.(heard, looking)
