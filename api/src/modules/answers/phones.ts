import {
  type CountryCode,
  type E164Number,
  findPhoneNumbersInText,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { LRUCache } from 'lru-cache'

import { dialledNumber } from '../../platform/phones/number-forms.ts'

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
    const written = parsePhoneNumberFromString(dialledNumber(kept))?.formatInternational() ?? kept
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
