import type { JobField } from '@errand/contract/job-field'

import { findEmail, findLocation, findPhone, findUrl } from './find-contact.ts'
import { findName, isName } from './find-name.ts'
import { findAmount, findNumber, findRating } from './find-number.ts'
import { findText } from './find-text.ts'
import type { Found, Heard, Looking } from './heard.ts'
import { findBoolean, findMultiSelect, findSelect } from './options.ts'
import { phraseAt } from './text.ts'

type Finder = (heard: Heard, looking: Looking) => Found | undefined

/** In which order fields are looked for: what has a form of its own, then what is left. */
export const order: readonly JobField['type'][] = [
  'email',
  'url',
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
  'location',
  'text',
  'long_text',
  'file',
]

/** The answer to a field in a message; days and times are found elsewhere. */
export function findAnswer(heard: Heard, looking: Looking): Found | undefined {
  const find = isName(looking.field) ? withoutWhens(findName) : finders[looking.field.type]
  return find?.(heard, looking)
}

/** Digits of a day or a time are no number, and their words no name. */
const withoutWhens =
  (find: Finder): Finder =>
  (heard, looking) => {
    const { tokens, whens, text, taken } = heard
    const units = tokens.filter(
      ({ kind }, at) =>
        kind === 'digits' &&
        phraseAt(tokens, at + 1, looking.words.when)?.value.some((mark) => mark.kind === 'unit'),
    )
    // Where no day is asked for only what can be nothing else is one.
    const isTime = looking.isDated ? /\p{L}|[:/.]/u : /\p{Nd}.*\p{L}|\p{L}.*\p{Nd}|:/u
    const spans = whens.filter(
      ({ start, end, isVague }) =>
        (looking.isDated || isVague !== true) && isTime.test(text.slice(start, end)),
    )
    return find({ ...heard, taken: [...taken, ...spans, ...units] }, looking)
  }

const finders: Partial<Record<JobField['type'], Finder>> = {
  email: findEmail,
  url: findUrl,
  phone: findPhone,
  location: (heard, looking) => findLocation(heard) ?? findText(heard, looking),
  currency: withoutWhens(findAmount),
  rating: withoutWhens(findRating),
  integer: withoutWhens(findNumber),
  number: withoutWhens(findNumber),
  select: findSelect,
  multi_select: findMultiSelect,
  boolean: findBoolean,
  address: findText,
  long_text: findText,
  text: findText,
}
