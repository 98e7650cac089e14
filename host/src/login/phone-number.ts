import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min'

/**
 * A number as people type it (`+91 98…`, `0091 98…`, `98…` in the country of the browser's
 * language) as E.164, or nothing when it cannot be one.
 */
export function toE164(typed: string, language: string): string | undefined {
  const international = typed.trim().replace(/^00/, '+')
  const number = parsePhoneNumberFromString(international, countryOf(language))
  return number?.isPossible() === true ? number.number : undefined
}

/** A number for reading: `+91 98765 43210`. */
export function readable(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164
}

/** A number of which only the ends are shown. */
export function masked(e164: string): string {
  const text = readable(e164)
  const hidden = text.slice(0, -3).replaceAll(/\d/g, (digit, at: number) => (at < 4 ? digit : '•'))
  return hidden + text.slice(-3)
}

/** The country where most people of this language live, or that the language names. */
function countryOf(language: string): CountryCode | undefined {
  const region = localeOf(language)?.maximize().region
  return region !== undefined && isSupportedCountry(region) ? region : undefined
}

function localeOf(language: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(language)
  } catch {
    // Some browsers pass on the system's own spelling, such as en-US@posix.
    return undefined
  }
}
