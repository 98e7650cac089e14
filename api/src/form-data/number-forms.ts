/**
 * Countries in which one phone has two numbers, as WhatsApp's ids have them: what all digits are like,
 * and the digit that is there or not. Brazil put a 9 before its mobile numbers, of which none began
 * with 2 to 5 before; Mexico had a 1 behind its code, Argentina has a 9 there.
 */
const countries: { number: RegExp; digit: string }[] = [
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
  for (const { number: pattern, digit } of countries) {
    const [, code, , rest] = pattern.exec(digits) ?? []
    if (rest !== undefined) return [`${plus}${code}${digit}${rest}`, `${plus}${code}${rest}`]
  }
  return [number]
}
