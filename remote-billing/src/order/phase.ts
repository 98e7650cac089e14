import type { OrderState } from '@errand/contract/billing/order'

/** Where a payment is, as its owner sees it. */
export type Phase = 'confirming' | 'paid' | 'refunded' | 'failed' | 'unpaid' | 'expired'

/** What the checkout said: nothing that counts, that it is paid, or that and we are verifying it. */
export type Claim = 'none' | 'paid' | 'verifying'

/** An order with its attempts; `isChecked` when the provider was asked for it just now. */
export type KnownOrder = OrderState & { isChecked: boolean }

/** Tells it from the order and its attempts. That no money was taken, only the provider can say. */
export function phaseOf({ order, payments, isChecked }: KnownOrder, claim: Claim): Phase {
  if (order.status === 'paid' || order.status === 'refunded') return order.status
  const isOnItsWay = payments.some(({ status }) => status === 'authorized')
  if (isOnItsWay || claim === 'verifying' || !isChecked) return 'confirming'
  if (order.status === 'expired') return 'expired'
  if (payments.at(-1)?.status === 'failed') return 'failed'
  return claim === 'paid' || order.status === 'attempted' ? 'confirming' : 'unpaid'
}
