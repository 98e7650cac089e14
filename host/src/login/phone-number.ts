import { toLatinDigits } from '@errand/contract/search-text'
import { plainText } from '@errand/contract/visible-text'
import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min'

/**
 * A typed number (`+91 98…`, `0091 98…`, `98…` as dialled in `country`) in E.164; undefined if it
 * cannot be one.
 */
export function toE164(typed: string, country: string | undefined): string | undefined {
  const number = parse(typed, country)
  return number?.isPossible() === true ? number.number : undefined
}

/** The country in a number itself: `IN` for `+91 98…`. */
export const countryOf = (typed: string): string | undefined =>
  /^(\+|00)/.test(normalizeTyped(typed)) ? parse(typed, undefined)?.country : undefined

/** A number in readable form: `+91 98765 43210`. */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164
}

/** A number with only its ends visible. */
export function maskPhone(e164: string): string {
  const text = formatPhone(e164)
  const hidden = text.slice(0, -3).replaceAll(/\d/g, (digit, at: number) => (at < 4 ? digit : '•'))
  return hidden + text.slice(-3)
}

/** The region of a locale, or the one where most speakers of the language live. */
export function guessCountry(language: string): string | undefined {
  const region = localeOf(language)?.maximize().region
  return region !== undefined && isSupportedCountry(region) ? region : undefined
}

/** Every country with its calling code, sorted by its name in the reader's language. */
export function listCountries(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const countries = getCountries().map((code) => ({
    value: code,
    label: `${names.of(code) ?? code} (+${getCountryCallingCode(code)})`,
  }))
  return countries.toSorted((a, b) => a.label.localeCompare(b.label, locale))
}

/** Keyboards for Hindi or Arabic may type their own digits. */
const normalizeTyped = (typed: string): string => toLatinDigits(plainText(typed))

function parse(typed: string, country: string | undefined) {
  const international = normalizeTyped(typed).replace(/^00/, '+')
  return parsePhoneNumberFromString(international, country as CountryCode | undefined)
}

function localeOf(language: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(language)
  } catch {
    // Some browsers report the system's spelling, such as en-US@posix.
    return undefined
  }
}
