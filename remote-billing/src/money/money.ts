import type { ConfigStatus } from '@errand/contract/billing/summary'
import { useFormats } from '@errand/shared-ui'
import { useMemo } from 'react'

/** 100 %, in thousandths of a percent. */
const fullRate = 100_000n

/**
 * The tax on an order of this amount, calculated as the api does: GST is twice its half, which is
 * rounded half up. The order itself states the final amount.
 */
export function taxOn(
  amountMinor: number,
  { taxRate, gstReady }: Pick<ConfigStatus, 'taxRate' | 'gstReady'>,
): number {
  if (taxRate === undefined) return 0
  const taxable = BigInt(amountMinor) * toThousandths(taxRate)
  return Number(
    gstReady ? 2n * divideHalfUp(taxable, 2n * fullRate) : divideHalfUp(taxable, fullRate),
  )
}

/** A rate in percent, in thousandths, read from its digits to avoid floating point. */
function toThousandths(rate: number): bigint {
  const [units = '0', decimals = ''] = String(rate).split('.')
  return BigInt(units + decimals.padEnd(3, '0').slice(0, 3))
}

const divideHalfUp = (dividend: bigint, divisor: bigint): bigint =>
  (dividend * 2n + divisor) / (divisor * 2n)

/** Formats money: from minor units, from micros, or from a price as text. */
export function useMoney() {
  const formats = useFormats()
  return useMemo(
    () => ({
      minor: (amount: number, currency: string) => formats.money(amount, currency),
      micros: (micros: string, currency: string) => formats.money(BigInt(micros), currency, 6),
      price: (price: string, currency: string) => {
        const [units = '0', decimals = ''] = price.split('.')
        return formats.money(BigInt(units + decimals), currency, decimals.length)
      },
    }),
    [formats],
  )
}
