import {
  type CountryCode,
  type E164Number,
  findPhoneNumbersInText,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

/**
 * Countries in which one phone has two numbers, as WhatsApp's ids have them: what all digits are like,
 * and the digit that is there or not. Brazil put a 9 before its mobile numbers, of which none began
 * with 2 to 5 before; Mexico had a 1 behind its code, Argentina has a 9 there.
 */
const twoFormCountries: { number: RegExp; digit: string }[] = [
  { number: /^(55\d\d)(9?)([016-9]\d{7})$/, digit: '9' },
  { number: /^(52)(1?)([2-9]\d{9})$/, digit: '1' },
  { number: /^(54)(9?)([1-8]\d{9})$/, digit: '9' },
]

/**
 * All forms of a contact's number, with or without its plus: one, or the two of countries in which the
 * same person comes by either. The form with the extra digit is the first, so it stands for the person.
 */
export function numberForms(number: string): [string, ...string[]] {
  const [plus, digits] = number.startsWith('+') ? ['+', number.slice(1)] : ['', number]
  for (const { number: pattern, digit } of twoFormCountries) {
    const [, code, , rest] = pattern.exec(digits) ?? []
    if (rest !== undefined) return [`${plus}${code}${digit}${rest}`, `${plus}${code}${rest}`]
  }
  return [number]
}

/** A phone number in a text, and where it stands. */
interface FoundPhone {
  /** As E.164 writes it. */
  value: E164Number
  /** Its digits without those of the country. */
  national: string
  start: number
  end: number
}

/** Digits with no more between them than numbers are grouped by, and the signs beside them. */
const phoneCandidates =
  /[^\p{Nd}]?[+＋]?[(（]?\p{Nd}(?:[\p{Zs}\t\n()./~‐-―−－-]{0,4}\p{Nd}){4,}[^\p{Nd}]?/gu

/**
 * The valid phone numbers in a text, as people write them in a region. The library takes a time that
 * grows faster than the text, so it is shown nothing but what could be one.
 */
export function findPhones(text: string, region: string): FoundPhone[] {
  return Array.from(text.matchAll(phoneCandidates)).flatMap(({ 0: candidate, index }) =>
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

/**
 * A kept phone number as people write it, with spaces alone: a spreadsheet takes `+1602…` for a number
 * and `+81-90` for a sum.
 */
export function phoneText(kept: string): string {
  const written = parsePhoneNumberFromString(kept)?.formatInternational() ?? kept
  return written.replaceAll('-', ' ')
}
