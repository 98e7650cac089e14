import type { Pack } from '@errand/contract/billing/order'

import { formatCount, minorPerUnit, toAmount, toMicros } from './money.ts'
import type { Tax } from './tax.ts'

/** Who sells the credit, as invoices name it. */
export interface Seller {
  name: string
  address?: string
  gstin?: string
  stateCode?: string
  /** The code of the service under GST. */
  sac?: string
}

/** What things cost here, and what comes free. */
export interface Prices {
  currency: string
  /** Of one message sent, as decimal text. */
  unitPrice: string
  unitPriceMicros: bigint
  trialDays: number
  trialMessages: number
  /** How many messages an owner may still write himself when the credit is used up. */
  graceMessages: number
  tax: Tax | undefined
  seller: Seller
}

/** The packs' prices, in the currency's main unit. */
const packUnits = [100n, 500n, 1000n, 5000n]

/** The packs on offer; credit is not discounted, a pack only saves typing an amount. */
export function packsOf(prices: Prices): Pack[] {
  return packUnits.map((units) => {
    const amountMinor = toAmount(units * minorPerUnit(prices.currency))
    const messages = messagesFor(toMicros(amountMinor, prices.currency), prices)
    const label = `${formatCount(messages, prices.currency)} messages`
    return { id: `pack_${units}`, label, amountMinor, creditMinor: amountMinor, messages }
  })
}

/** How many messages an amount pays for. */
export function messagesFor(micros: bigint, { unitPriceMicros }: Prices): number {
  return micros <= 0n ? 0 : toAmount(micros / unitPriceMicros)
}

/** The smallest and the largest amount that can be ordered, in the smallest unit. */
export function orderLimits(currency: string): { min: number; max: number } {
  const unit = minorPerUnit(currency)
  return { min: toAmount(10n * unit), max: toAmount(100_000n * unit) }
}
