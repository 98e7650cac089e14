import { countCharacters, maxAnswerCharacters } from '@errand/contract/job-field'
import { toLatinDigits } from '@errand/contract/search-text'
import {
  type CountryCode,
  isValidPhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { RE2JS } from 're2js'
import * as z from 'zod/mini'

import { numberForms } from '../../platform/phones/number-forms.ts'
import { type AnswerReader, refuse } from './reading.ts'

/** Free text of at most so many characters, unless the field says otherwise. */
const freeText =
  (longest: number): AnswerReader =>
  (raw, { validation = {} }) => {
    if (typeof raw !== 'string') return refuse('wrong_type', 'Must be text.')
    // By UTF-16 units first, so that a far too long text is not segmented.
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
      return refuse('pattern', patternMessage ?? 'Not in the expected format.')
    }
    return { value }
  }

export const text = freeText(maxAnswerCharacters.text)
export const longText = freeText(maxAnswerCharacters.long_text)
export const address = freeText(maxAnswerCharacters.address)

const emailSchema = z.email().check(z.maxLength(254))

/** The domain is lower-cased, because it is case-insensitive. */
export const email: AnswerReader = (raw) => {
  const parsed = emailSchema.safeParse(typeof raw === 'string' ? raw.trim() : raw)
  if (!parsed.success) return refuse('invalid_email', 'Not an e-mail address.')
  const at = parsed.data.lastIndexOf('@')
  return { value: parsed.data.slice(0, at) + parsed.data.slice(at).toLowerCase() }
}

/**
 * Stored as E.164, followed by the extension; a number without a country code belongs to the owner's
 * country.
 */
export const phone: AnswerReader = (raw, _field, { region }) => {
  const written = typeof raw === 'number' ? String(raw) : raw
  if (typeof written !== 'string' || written.length > 60) {
    return refuse('invalid_phone', 'Not a phone number.')
  }
  const { main, extension } = splitExtension(toLatinDigits(written))
  const number = parsePhoneNumberFromString(main, region as CountryCode)
  // WhatsApp may know a number in an old form that cannot be dialled any more.
  const forms = number === undefined ? [] : [number.number, ...numberForms(number.number)]
  const valid = forms.find((form) => isValidPhoneNumber(form))
  const read = number === undefined ? '' : number.nationalNumber + (number.ext ?? '')
  if (valid === undefined || !hasSameEnd(main, read)) {
    return refuse('invalid_phone', 'Not a phone number.')
  }
  return { value: withExtension(valid, extension ?? number?.ext) }
}

/** As shown and stored: `+919876500001 ext. 12`. */
export const withExtension = (number: string, extension: string | undefined): string =>
  extension === undefined || extension === '' ? number : `${number} ext. ${extension}`

const extensions =
  /[\s,;(]*(?<![\p{L}\p{M}])(?:ext(?:ension|n)?|x|#|extensi[oó]n|extens[aã]o|ramal|anexo|interno|int|poste|durchwahl|dw|nebenstelle|доб|एक्सटेंशन|एक्स्टेंशन|تحويلة|داخلي|وصلة)(?![\p{L}\p{M}])[\s.:=#]*(?:no\.?|number)?\s*(\d{1,7})\)?$/iu

/** A phone number and its extension, in whatever language that is named. */
export function splitExtension(written: string): { main: string; extension?: string } {
  const match = extensions.exec(written.trim())
  const [, extension] = match ?? []
  return match === null || extension === undefined
    ? { main: written }
    : { main: written.trim().slice(0, match.index), extension }
}

/** False where further digits follow: another number, or an extension with an unknown name. */
const hasSameEnd = (written: string, number: string): boolean =>
  written.replaceAll(/\D/g, '').endsWith(number.slice(-4))

const topLevel = /^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/u

/** Only http(s) URLs with a named host; the scheme may be missing. */
export const url: AnswerReader = (raw) => {
  const refused = refuse('invalid_url', 'Not a web address.')
  if (typeof raw !== 'string' || raw.length > 2000) return refused
  const written = raw.trim()
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(written)
  const parsed = URL.parse(hasScheme ? written : `https://${written}`)
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
  if (!isWeb || /\s/.test(written) || parsed.username !== '' || parsed.password !== '')
    return refused
  const labels = parsed.hostname.replace(/\.$/, '').split('.')
  const isNamed = labels.length > 1 && labels.every(Boolean) && topLevel.test(labels.at(-1) ?? '')
  // An IP address only if written in full and with a scheme.
  const isAddress = hasScheme && labels.length === 4 && written.includes(parsed.hostname)
  return isNamed || isAddress ? { value: parsed.href } : refused
}

/** A compiled pattern of the owner. */
interface Pattern {
  /** Whether it matches anywhere in the text, as with JavaScript's `test`. */
  matches: (text: string) => boolean
}

/** A match takes at most the product of both: some hundredths of a second. */
const maxTextLength = 1000
const maxProgramSize = 1000
/** How many patterns are kept compiled. */
const maxPatterns = 200

/** The compiled patterns; the oldest is dropped when there are too many. */
const compiledPatterns = new Map<string, Pattern | undefined>()

/**
 * Owners write the patterns and strangers the texts, so the engine is RE2: its time is linear, while
 * JavaScript's engine may need years for forty letters. Undefined when the pattern is invalid or too
 * large; a text that is too long never matches.
 */
export function compilePattern(source: string): Pattern | undefined {
  if (!compiledPatterns.has(source)) {
    const [oldest] = compiledPatterns.keys()
    if (oldest !== undefined && compiledPatterns.size >= maxPatterns)
      compiledPatterns.delete(oldest)
    compiledPatterns.set(source, compile(source))
  }
  return compiledPatterns.get(source)
}

function compile(source: string): Pattern | undefined {
  try {
    const compiled = RE2JS.compile(source)
    if (compiled.programSize() > maxProgramSize) return undefined
    return { matches: (written) => written.length <= maxTextLength && compiled.test(written) }
  } catch {
    return undefined
  }
}
