import type { JobField } from '@errand/contract/job-field'

import { findBoolean } from './find-boolean.ts'
import { findEmail, findLocation, findPhone, findUrl } from './find-contact.ts'
import { findName, isNameField } from './find-name.ts'
import { findAmount, findNumber, findRating } from './find-number.ts'
import { findText } from './find-text.ts'
import { findMultiSelect, findSelect } from './options.ts'
import { isFreeText } from './reader.ts'
import type { Found, ScannedMessage, FieldSearch } from './scanned-message.ts'

type Finder = (scanned: ScannedMessage, looking: FieldSearch) => Found | undefined

/** The answer to a field in a message; days and times are found elsewhere. */
export function findAnswer(scanned: ScannedMessage, looking: FieldSearch): Found | undefined {
  const { field } = looking
  const find = isNameField(field) ? withoutWhens(findName) : finders[field.type]
  const text = isFreeText(field) ? scanned.text : scanned.text.slice(0, maxReadLetters)
  return find?.({ ...scanned, text }, looking)
}

/** What is no text is looked for in no more letters: a long message holds up no other. */
const maxReadLetters = 1000

/** Digits of a day or a time are no number, and their words no name. */
const withoutWhens =
  (find: Finder): Finder =>
  (scanned, looking) => {
    const { whens, text, taken } = scanned
    // Where no day is asked for only what can be nothing else is one.
    const isTime = looking.isDated ? /\p{L}|[:/.]/u : /\p{Nd}.*\p{L}|\p{L}.*\p{Nd}|:/u
    const spans = whens.filter(
      ({ start, end, isVague }) =>
        (looking.isDated || isVague !== true) && isTime.test(text.slice(start, end)),
    )
    return find({ ...scanned, taken: [...taken, ...spans] }, looking)
  }

/**
 * How the answer to a field of each type is found; fields are looked for in this order: what has a form
 * of its own, then what is left. Days and times are found elsewhere, and a file comes with its message.
 */
const finders: Record<JobField['type'], Finder | undefined> = {
  email: findEmail,
  url: findUrl,
  phone: findPhone,
  datetime: undefined,
  date: undefined,
  time: undefined,
  address: findText,
  location: (scanned, looking) => findLocation(scanned) ?? findText(scanned, looking),
  currency: withoutWhens(findAmount),
  select: findSelect,
  multi_select: findMultiSelect,
  rating: withoutWhens(findRating),
  integer: withoutWhens(findNumber),
  number: withoutWhens(findNumber),
  boolean: findBoolean,
  text: findText,
  long_text: findText,
  file: undefined,
}

/** The types, in the order in which fields are looked for. */
export const searchOrder = Object.keys(finders)
