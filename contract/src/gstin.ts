/** The form of a GSTIN; `isGstin` also verifies its last character. */
export const gstinPattern = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Whether a text is a GSTIN with a correct check character. */
export const isGstin = (text: string): boolean =>
  gstinPattern.test(text) && checkDigitOf(text) === text[14]

/** The check character of the first fourteen, by the Luhn algorithm in base 36. */
function checkDigitOf(text: string): string | undefined {
  let sum = 0
  for (let index = 0; index < 14; index += 1) {
    const product = alphabet.indexOf(text.charAt(index)) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return alphabet[(36 - (sum % 36)) % 36]
}

/** The two-digit codes of India's states and territories; 25 and 28 are no longer used. */
const statePattern = /^(0[1-9]|1\d|2[0-4679]|3[0-8]|97)$/

/** Whether these are the digits of a state. */
export const isStateCode = (text: string): boolean => statePattern.test(text)
