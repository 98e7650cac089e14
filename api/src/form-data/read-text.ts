import * as z from 'zod/mini'
import {
  isValidPhoneNumber,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/max'

import { numberForms } from './number-forms.ts'
import { compilePattern } from './pattern.ts'
import { refuse, type Reader } from './reading.ts'

/** Free text of at most so many characters, unless the field says otherwise. */
const freeText =
  (longest: number): Reader =>
  (raw, { validation = {} }) => {
    if (typeof raw !== 'string') return refuse('wrong_type', 'Must be text.')
    // Counted as they are stored first: what is far too long is not looked into.
    if (raw.length > 8 * longest) return refuse('too_long', `At most ${longest} characters.`)
    const value = raw.trim()
    const { minLength = 0, maxLength = longest, pattern, patternMessage } = validation
    const length = countCharacters(value)
    const max = Math.min(maxLength, longest)
    if (length > max) return refuse('too_long', `At most ${max} characters.`, { max })
    if (length < minLength) {
      return refuse('too_short', `At least ${minLength} characters.`, { min: minLength })
    }
    if (pattern !== undefined && compilePattern(pattern)?.matches(value) === false) {
      return refuse('pattern', patternMessage ?? 'Not of the form that is asked for.')
    }
    return { value }
  }

const segmenter = new Intl.Segmenter()

/** As people count them: a family of emoji is one. */
function countCharacters(value: string): number {
  return Array.from(segmenter.segment(value)).length
}

export const text = freeText(1000)
export const longText = freeText(4000)
export const address = freeText(500)

const emailSchema = z.email().check(z.maxLength(254))

/** The part behind the @ knows no case. */
export const email: Reader = (raw) => {
  const parsed = emailSchema.safeParse(typeof raw === 'string' ? raw.trim() : raw)
  if (!parsed.success) return refuse('invalid_email', 'Not an e-mail address.')
  const at = parsed.data.lastIndexOf('@')
  return { value: parsed.data.slice(0, at) + parsed.data.slice(at).toLowerCase() }
}

/** Kept as E.164; a number without a country code is one of the owner's country. */
export const phone: Reader = (raw, _field, { region }) => {
  const written = typeof raw === 'number' ? String(raw) : raw
  if (typeof written !== 'string' || written.length > 60) {
    return refuse('invalid_phone', 'Not a phone number.')
  }
  const number = parsePhoneNumberFromString(written, region as CountryCode)
  // The form in which WhatsApp knows somebody may be none that can be dialled any more.
  const forms = number === undefined ? [] : [number.number, ...numberForms(number.number)]
  const valid = forms.find((form) => isValidPhoneNumber(form))
  return valid === undefined ? refuse('invalid_phone', 'Not a phone number.') : { value: valid }
}

/** Only what a browser opens; people leave out the scheme. */
export const url: Reader = (raw) => {
  if (typeof raw !== 'string' || raw.length > 2000)
    return refuse('invalid_url', 'Not a web address.')
  const written = raw.trim()
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(written) ? written : `https://${written}`
  const parsed = URL.parse(whole)
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
  if (!isWeb || /\s/.test(written) || !/[^.]\.[^.]/.test(parsed.hostname)) {
    return refuse('invalid_url', 'Not a web address.')
  }
  return { value: parsed.href }
}
