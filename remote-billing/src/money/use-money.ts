import { useFormats } from '@errand/shared-ui'
import { useMemo } from 'react'

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
