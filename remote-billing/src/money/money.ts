import type { ConfigStatus } from '@errand/contract/billing/summary'
import { useFormats } from '@errand/shared-ui'
import { useMemo } from 'react'

/** A hundred percent, in thousandths of a percent. */
const fullRate = 100_000n

/**
 * The tax that an order of this amount will have, as the api counts it: GST is twice its half, and
 * the half is rounded half up. What is paid is what the order says.
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

/** A rate in percent, by its digits. */
function toThousandths(rate: number): bigint {
  const [units = '0', decimals = ''] = String(rate).split('.')
  return BigInt(units + decimals.padEnd(3, '0').slice(0, 3))
}

const divideHalfUp = (dividend: bigint, divisor: bigint): bigint =>
  (dividend * 2n + divisor) / (divisor * 2n)

/** Money as the page writes it: from whole minor units, from micros, from a price as text. */
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
