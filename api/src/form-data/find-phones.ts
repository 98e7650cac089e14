import { findPhoneNumbersInText, type CountryCode, type E164Number } from 'libphonenumber-js/max'

/** A phone number in a text, and where it stands. */
export interface FoundPhone {
  /** As E.164 writes it. */
  value: E164Number
  /** Its digits without those of the country. */
  national: string
  start: number
  end: number
}

/** Digits with no more between them than numbers are grouped by, and the signs beside them. */
const candidates =
  /[^\p{Nd}]?[+＋]?[(（]?\p{Nd}(?:[\p{Zs}\t\n()./~‐-―−－-]{0,4}\p{Nd}){4,}[^\p{Nd}]?/gu

/**
 * The valid phone numbers in a text, as people write them in a region. The library takes a time that
 * grows faster than the text, so it is shown nothing but what could be one.
 */
export function findPhones(text: string, region: string): FoundPhone[] {
  return Array.from(text.matchAll(candidates)).flatMap(({ 0: candidate, index }) =>
    findPhoneNumbersInText(candidate, region as CountryCode).map(
      ({ number, startsAt, endsAt }) => ({
        value: number.number,
        national: number.nationalNumber,
        start: index + startsAt,
        end: index + endsAt,
      }),
    ),
  )
}
