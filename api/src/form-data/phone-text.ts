import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * A kept phone number as people write it, with spaces alone: a spreadsheet takes `+1602…` for a number
 * and `+81-90` for a sum.
 */
export function phoneText(kept: string): string {
  const written = parsePhoneNumberFromString(kept)?.formatInternational() ?? kept
  return written.replaceAll('-', ' ')
}
