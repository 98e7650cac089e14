import {
  type CountryCode,
  type E164Number,
  findPhoneNumbersInText,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { LRUCache } from 'lru-cache'

/**
 * Countries in which WhatsApp's ids have two forms of one number: the pattern of the digits, and the
 * digit that may be missing. Brazil added a 9 before its mobile numbers (none of which began with 2 to
 * 5); Mexico had a 1 behind its country code, Argentina has a 9 there.
 */
const twoFormCountries: { number: RegExp; digit: string }[] = [
  { number: /^(55\d\d)(9?)([016-9]\d{7})$/, digit: '9' },
  { number: /^(52)(1?)([2-9]\d{9})$/, digit: '1' },
  { number: /^(54)(9?)([1-8]\d{9})$/, digit: '9' },
]

/**
 * All forms of a contact's number, with or without its plus: usually one, two in the countries above. The
 * form with the extra digit comes first; it identifies the contact.
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

/** Digits with at most the separators of phone numbers between them, and the characters beside them. */
const phoneCandidates =
  /[^\p{Nd}]?[+＋]?[(（]?\p{Nd}(?:[\p{Zs}\t\n()./~‐-―−－-]{0,4}\p{Nd}){4,}[^\p{Nd}]?/gu

/**
 * The valid phone numbers in a text, as people write them in a region. The library's time grows faster
 * than the text, so it only gets the parts that could be a number.
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

/** A file has the number of a contact in each line, and writing it costs as much as all else. */
const phoneTexts = new LRUCache<string, string>({
  max: 1_000,
  memoMethod(kept) {
    const written = parsePhoneNumberFromString(kept)?.formatInternational() ?? kept
    return written.replaceAll('-', ' ')
  },
})

/**
 * A stored phone number as people write it, only with spaces: a spreadsheet reads `+1602…` as a number
 * and `+81-90` as a formula.
 */
export function phoneText(kept: string): string {
  return phoneTexts.memo(kept)
}
