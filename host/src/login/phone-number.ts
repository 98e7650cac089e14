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
 * A number as people type it (`+91 98…`, `0091 98…`, `98…` as it is dialled in `country`) as E.164,
 * or nothing when it cannot be one.
 */
export function toE164(typed: string, country: string | undefined): string | undefined {
  const number = parse(typed, country)
  return number?.isPossible() === true ? number.number : undefined
}

/** The country that a number names by itself: `IN` for `+91 98…`. */
export const countryOf = (typed: string): string | undefined =>
  /^(\+|00)/.test(normalizeTyped(typed)) ? parse(typed, undefined)?.country : undefined

/** A number for reading: `+91 98765 43210`. */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164
}

/** A number of which only the ends are shown. */
export function maskPhone(e164: string): string {
  const text = formatPhone(e164)
  const hidden = text.slice(0, -3).replaceAll(/\d/g, (digit, at: number) => (at < 4 ? digit : '•'))
  return hidden + text.slice(-3)
}

/** The country where most people of this language live, or that the language names. */
export function guessCountry(language: string): string | undefined {
  const region = localeOf(language)?.maximize().region
  return region !== undefined && isSupportedCountry(region) ? region : undefined
}

/** Every country with its calling code, by its name in the reader's language. */
export function listCountries(locale: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const countries = getCountries().map((code) => ({
    code,
    name: `${names.of(code) ?? code} (+${getCountryCallingCode(code)})`,
  }))
  return countries.toSorted((a, b) => a.name.localeCompare(b.name, locale))
}

/** Keyboards in Hindi or Arabic write digits of their own. */
const normalizeTyped = (typed: string): string => toLatinDigits(plainText(typed))

function parse(typed: string, country: string | undefined) {
  const international = normalizeTyped(typed).replace(/^00/, '+')
  return parsePhoneNumberFromString(international, country as CountryCode | undefined)
}

function localeOf(language: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(language)
  } catch {
    // Some browsers pass on the system's own spelling, such as en-US@posix.
    return undefined
  }
}
