/** The form of a GSTIN; its last sign has to be right as well. */
export const gstinPattern = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Whether a text is a GSTIN, its last sign being the check of the fourteen before. */
export const isGstin = (text: string): boolean =>
  gstinPattern.test(text) && checkDigitOf(text) === text[14]

/** Each sign is worth its place in the alphabet, every second one twice that, by the digits of 36. */
function checkDigitOf(text: string): string | undefined {
  let sum = 0
  for (let index = 0; index < 14; index += 1) {
    const product = alphabet.indexOf(text.charAt(index)) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return alphabet[(36 - (sum % 36)) % 36]
}

/** The two digits that a state or territory of India has in a GSTIN; 25 and 28 were given up. */
const statePattern = /^(0[1-9]|1\d|2[0-4679]|3[0-8]|97)$/

/** Whether these are the digits of a state. */
export const isStateCode = (text: string): boolean => statePattern.test(text)
