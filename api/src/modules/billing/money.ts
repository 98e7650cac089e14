import { microsPerUnit } from '@errand/contract/money'

/**
 * Money is counted in bigints: micros (millionths of the main unit) or the smallest unit. TypeScript
 * does not allow mixing a bigint with a number, so no fraction can slip in.
 */

/** A formatter takes longer to make than the rest of an amount. */
const digitsOf = new Map<string, number>()

/** How many decimals the currency's smallest unit has: two for INR, none for JPY. */
function minorDigits(currency: string): number {
  const known = digitsOf.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  digitsOf.set(currency, digits)
  return digits
}

/** How many of the smallest unit the main unit has. */
export function minorPerUnit(currency: string): bigint {
  return 10n ** BigInt(minorDigits(currency))
}

const microsPerMinor = (currency: string) => microsPerUnit / minorPerUnit(currency)

/** An amount in the smallest unit as micros; refuses a fraction. */
export function toMicros(minor: number, currency: string): bigint {
  return BigInt(minor) * microsPerMinor(currency)
}

/** An amount in micros in the smallest unit, rounded down: never more than there is. */
export function toMinor(micros: bigint, currency: string): number {
  return toAmount(floorDivide(micros, microsPerMinor(currency)))
}

/** An amount as the contract's number; refuses what a number cannot hold exactly. */
export function toAmount(minor: bigint): number {
  const amount = Number(minor)
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${minor} is too much money`)
  return amount
}

/** A price such as `0.20` in micros. */
export function parsePrice(price: string): bigint {
  const [units = '', decimals = ''] = price.split('.')
  return BigInt(units) * microsPerUnit + BigInt(decimals.padEnd(6, '0'))
}

/** The quotient of two positive numbers, rounded half up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n)
}

/** The quotient rounded towards minus infinity; a bigint's own rounds towards zero. */
export function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const isBelow = dividend < 0n && dividend % divisor !== 0n
  return dividend / divisor - (isBelow ? 1n : 0n)
}

/** An amount for people: `₹1,560.00`, with Indian grouping for rupees. */
export function formatMinor(minor: number, currency: string): string {
  return formatPrice(decimalText(minor, currency), currency)
}

/** A price for people, given as decimal text; it may have more decimals than the currency. */
export function formatPrice(price: string, currency: string): string {
  const format = new Intl.NumberFormat(localeOf(currency), {
    style: 'currency',
    currency,
    maximumFractionDigits: 6,
  })
  return format.format(price as Intl.StringNumericLiteral)
}

// Made once: making one takes longer than what else a summary of the billing does.
const countFormats = { 'en-IN': new Intl.NumberFormat('en-IN'), en: new Intl.NumberFormat('en') }

/** A number of things for people, grouped as the currency's amounts are. */
export function formatCount(count: number, currency: string): string {
  return countFormats[localeOf(currency)].format(count)
}

const localeOf = (currency: string) => (currency === 'INR' ? 'en-IN' : 'en')

/** The amount as decimal text, `1560.00`: formatters take it exactly. */
export function decimalText(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const sign = minor < 0 ? '-' : ''
  const text = String(minor)
    .replace('-', '')
    .padStart(digits + 1, '0')
  const units = text.slice(0, text.length - digits)
  const decimals = digits === 0 ? '' : `.${text.slice(-digits)}`
  return `${sign}${units}${decimals}`
}

/** Which tax is charged, and its rate in thousandths of a percent. */
export interface Tax {
  scheme: 'gst' | 'vat'
  rate: bigint
}

export interface TaxLine {
  type: 'CGST' | 'SGST' | 'IGST' | 'VAT'
  /** In thousandths of a percent. */
  rate: bigint
  amount: bigint
}

/** A hundred percent, in thousandths of a percent. */
const hundredPercent = 100_000n

/**
 * The tax on an amount. GST is twice its half, and the half is rounded half up: so CGST and SGST are
 * equal, and what an order costs does not depend on where its buyer turns out to be.
 */
export function taxOn(taxable: bigint, tax: Tax | undefined): bigint {
  if (tax === undefined) return 0n
  if (tax.scheme === 'vat') return divideHalfUp(taxable * tax.rate, hundredPercent)
  return 2n * divideHalfUp(taxable * tax.rate, 2n * hundredPercent)
}

/** The lines of the tax, which add up to `total`: CGST and SGST half each within the seller's state. */
export function taxLines(total: bigint, tax: Tax | undefined, isSameState: boolean): TaxLine[] {
  if (tax === undefined) return []
  if (tax.scheme === 'vat') return [{ type: 'VAT', rate: tax.rate, amount: total }]
  if (!isSameState) return [{ type: 'IGST', rate: tax.rate, amount: total }]
  const half = total / 2n
  return [
    { type: 'CGST', rate: tax.rate / 2n, amount: half },
    { type: 'SGST', rate: tax.rate / 2n, amount: total - half },
  ]
}
