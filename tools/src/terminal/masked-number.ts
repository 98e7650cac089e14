/** A phone number that can be recognised but not read: `+91 ••••• ••210`. */
export function maskedNumber(phoneNumber: string): string {
  const digits = phoneNumber.replace(/^\+/, '')
  // Country codes have one to three digits; two are enough to tell one's own numbers apart.
  const codeLength = /^[17]/.test(digits) ? 1 : 2
  const hidden = '•'.repeat(Math.max(digits.length - codeLength - 3, 0))
  return `+${digits.slice(0, codeLength)} ${hidden.slice(0, 5)} ${hidden.slice(5)}${digits.slice(-3)}`
}
