interface TwoFormCountry {
  number: RegExp
  digit: string
  dialled: 'long' | 'short' | 'either'
}

/**
 * Countries in which WhatsApp's ids have two forms of one number: the pattern of the digits, the digit
 * that may be missing, and the form that phones dial. Brazil added a 9 before its mobile numbers (none
 * of which began with 2 to 5); Mexico had a 1 behind its country code. Argentina has a 9 there for
 * mobile phones, and its landlines are dialled without.
 */
const twoFormCountries: TwoFormCountry[] = [
  { number: /^(55\d\d)(9?)([016-9]\d{7})$/, digit: '9', dialled: 'long' },
  { number: /^(52)(1?)([2-9]\d{9})$/, digit: '1', dialled: 'short' },
  { number: /^(54)(9?)([1-8]\d{9})$/, digit: '9', dialled: 'either' },
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

/**
 * A contact's number as phones dial it: WhatsApp still names Mexicans by the 1 of before, and many
 * Brazilians without their 9. Empty for a hidden number. Messages go to the number as WhatsApp has it.
 */
export function dialledNumber(number: string | null): string {
  if (number === null) return ''
  const country = twoFormCountries.find(({ number: pattern }) => pattern.test(number.slice(1)))
  const [long, short = long] = numberForms(number)
  if (country === undefined || country.dialled === 'either') return number
  return country.dialled === 'long' ? long : short
}
