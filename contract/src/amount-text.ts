import { withoutIgnorable } from './visible-text.ts'

/** How many decimals an amount of the currency has: two for INR, none for JPY. */
export function minorDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/**
 * A typed amount, `1,500` or `99.5`, in the smallest unit; undefined when it is no amount. Computed from
 * the digits, because a floating-point number would not be exact.
 */
export function parseAmount(text: string, currency: string): number | undefined {
  const digits = minorDigits(currency)
  const found = /^(\d+)(?:\.(\d*))?$/.exec(withoutIgnorable(text).replaceAll(/[\s,]/g, ''))
  if (found === null) return undefined
  const [, units = '', decimals = ''] = found
  if (decimals.length > digits) return undefined
  const minor = Number(BigInt(units + decimals.padEnd(digits, '0')))
  return Number.isSafeInteger(minor) ? minor : undefined
}

/** An amount in the smallest unit as decimal text, `1500.00`. */
export function amountText(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const units = text.slice(0, text.length - digits)
  const decimals = digits === 0 ? '' : `.${text.slice(-digits)}`
  return `${minor < 0 ? '-' : ''}${units}${decimals}`
}
