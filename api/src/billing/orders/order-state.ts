import type { Order } from '@errand/contract/billing/order'

export type OrderStatus = Order['status']
export type PaymentStatus = 'failed' | 'authorized' | 'captured' | 'refunded'

/** What an order hears of. */
export type OrderEvent = 'attempt_failed' | 'authorized' | 'captured' | 'refunded' | 'expired'

const paymentRanks: Record<PaymentStatus, number> = {
  // A bank may confirm what had failed; nothing else goes back.
  failed: 0,
  authorized: 1,
  captured: 2,
  refunded: 3,
}

/** Where a payment stands after news of it, which come twice and in any order: it only goes forward. */
export function nextPaymentStatus(
  current: PaymentStatus | undefined,
  news: PaymentStatus,
): PaymentStatus {
  if (current === undefined) return news
  return paymentRanks[news] > paymentRanks[current] ? news : current
}

/** Where an order stands after an event. Money that came counts whatever was before. */
export function nextOrderStatus(current: OrderStatus, event: OrderEvent): OrderStatus {
  if (current === 'refunded') return current
  switch (event) {
    case 'refunded':
      return 'refunded'
    case 'captured':
      return 'paid'
    case 'authorized':
      return current === 'paid' ? current : 'attempted'
    case 'attempt_failed':
      return current === 'created' ? 'attempted' : current
    case 'expired':
      break
  }
  return current === 'paid' ? current : 'expired'
}
