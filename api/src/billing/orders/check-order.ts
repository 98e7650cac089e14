import type { Services } from '../../services.ts'
import { askProvider, requirePayments } from './ask-provider.ts'
import type { OrderRow } from './orders.repo.ts'
import { reconcileOrder } from './reconcile-orders.ts'

/** Takes over what the provider knows of an order whose end nobody has heard of. */
export async function checkOrder(services: Services, order: OrderRow): Promise<void> {
  if (order.status === 'paid' || order.status === 'refunded') return
  const payments = requirePayments(services.billing.payments)
  await askProvider(reconcileOrder(services, { order, payments, now: new Date() }))
}
