import type { orders, payments } from '../database/schema.ts'
import { taxOn, toAmount } from '../billing/money.ts'
import { packsOf } from '../billing/billing-settings.ts'
import type { DemoAccount } from './demo-account.ts'
import { plus } from './demo-time.ts'

/** An order of credit, with the payment that was made or tried. */
export interface MadeOrder {
  row: typeof orders.$inferInsert
  payment: typeof payments.$inferInsert
  paidAt: Date
}

const halfHourMs = 30 * 60_000

/** An order that was paid a minute before that moment. */
export function makeOrder(account: DemoAccount, paidAt: Date): MadeOrder {
  const { ownerId, newId, random } = account
  const row = {
    ...newOrder(account, plus(paidAt, -90_000)),
    status: 'paid' as const,
    attempts: 1,
    paidAt,
  }
  const payment = {
    id: newId('payment', paidAt),
    ownerId,
    orderId: row.id,
    providerPaymentId: row.id.replace('ord_', 'pay_'),
    method: random.pick(['upi', 'card', 'netbanking']),
    status: 'captured' as const,
    via: random.pick(['callback', 'callback', 'webhook'] as const),
    error: null,
    at: paidAt,
  }
  return { row, payment, paidAt }
}

/** One that came to nothing: the payment was refused, and nobody tried again in time. */
export function makeFailedOrder(account: DemoAccount, at: Date): MadeOrder {
  const made = makeOrder(account, at)
  return {
    ...made,
    row: { ...made.row, status: 'expired', paidAt: null },
    payment: { ...made.payment, status: 'failed', error: 'BAD_REQUEST_ERROR' },
  }
}

function newOrder({ ownerId, newId, random, prices }: DemoAccount, createdAt: Date) {
  const pack = random.pick(packsOf(prices).slice(1, 3))
  const taxMinor = toAmount(taxOn(BigInt(pack.amountMinor), prices.tax))
  const id = newId('order', createdAt)
  return {
    id,
    ownerId,
    providerOrderId: id.replace('ord_', 'order_'),
    amountMinor: pack.amountMinor,
    taxMinor,
    ...(prices.tax !== undefined && {
      taxScheme: prices.tax.scheme,
      taxRate: toAmount(prices.tax.rate),
    }),
    totalMinor: pack.amountMinor + taxMinor,
    creditMinor: pack.creditMinor,
    currency: prices.currency,
    receipt: id,
    createdAt,
    expiresAt: plus(createdAt, halfHourMs),
  }
}
