import { ToWords } from 'to-words'

import { decimalText } from '../money.ts'

/** Locales by the way of their currency: lakh and crore for rupees. */
const locales: Record<string, string> = {
  INR: 'en-IN',
  USD: 'en-US',
  GBP: 'en-GB',
  EUR: 'en-IE',
  AED: 'en-AE',
  AUD: 'en-AU',
  CAD: 'en-CA',
  SGD: 'en-SG',
  NPR: 'en-NP',
  BDT: 'en-BD',
  PKR: 'en-PK',
}

/** The amount written out: `Five Hundred Ninety Rupees Only`. */
export function inWords(minor: number, currency: string): string {
  const localeCode = locales[currency]
  const amount = decimalText(minor, currency)
  if (localeCode !== undefined)
    return new ToWords({ localeCode }).convert(amount, { currency: true })
  return `${currency} ${new ToWords({ localeCode: 'en-US' }).convert(amount)} Only`
}
