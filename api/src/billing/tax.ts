import { divideHalfUp } from './money.ts'

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
const whole = 100_000n

/**
 * The tax on an amount. GST is twice its half, and the half is rounded half up: so CGST and SGST are
 * equal, and what an order costs does not depend on where its buyer turns out to be.
 */
export function taxOn(taxable: bigint, tax: Tax | undefined): bigint {
  if (tax === undefined) return 0n
  if (tax.scheme === 'vat') return divideHalfUp(taxable * tax.rate, whole)
  return 2n * divideHalfUp(taxable * tax.rate, 2n * whole)
}

/** The tax by its heads, which add up to `total`: within the seller's state half and half. */
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
