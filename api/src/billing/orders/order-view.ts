import type { Order } from '@errand/contract/billing/order'

import type { OrderRow } from './orders.repo.ts'

/** The order as the contract shows it. */
export function toOrder(row: OrderRow): Order {
  const { ownerId: _ownerId, createdAt, expiresAt, paidAt, ...order } = row
  return {
    ...order,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(paidAt !== null && { paidAt: paidAt.toISOString() }),
  }
}
