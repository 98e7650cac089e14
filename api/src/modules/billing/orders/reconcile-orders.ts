import type { Logger } from 'pino'

import type { Database } from '../../../platform/database/database.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { Billing } from '../billing.ts'
import { PaymentProviderError, type Payments } from '../razorpay.ts'
import { applyPayment, foreignPaymentMessage, nextOrderStatus } from './apply-payment.ts'
import { listUnfinishedOrders, lockOrder, updateOrder, type OrderRow } from './orders.repo.ts'

interface Dependencies {
  billing: Billing
  database: Database
  log: Logger
  queue: Queue
}

/** How long the page and the webhook have to report a payment before the provider is asked. */
const firstCheckAfterMs = 5 * 60 * 1000
/** A bank may take five days to confirm a pending payment. */
const pendingAttemptMs = 6 * 24 * 60 * 60 * 1000
/** How often the provider is asked again. */
export const reconcileEveryMs = 5 * 60 * 1000
const hourMs = 60 * 60 * 1000
/** How long after its creation an expired order is still checked for a late payment. */
const latePaymentMs = 24 * hourMs

type Reconciling = Dependencies

/**
 * Asks the provider about orders whose outcome neither the page nor a webhook has reported. An error
 * with one order does not stop the others; the first error is thrown at the end.
 */
export async function reconcileOrders(
  services: Reconciling,
  now: Date = new Date(),
): Promise<{ asked: number; settled: number }> {
  const { payments } = services.billing
  if (payments === undefined) return { asked: 0, settled: 0 }
  const unfinished = await listUnfinishedOrders(services.database.queries, {
    createdBefore: new Date(now.getTime() - firstCheckAfterMs),
    expiredSince: new Date(now.getTime() - latePaymentMs),
  })
  const orders = unfinished.filter((order) => isDue(order, now))
  const errors: unknown[] = []
  let settled = 0
  for (const order of orders) {
    try {
      if (await reconcileOrder(services, { order, payments, now })) settled += 1
    } catch (err) {
      services.log.error({ err, orderId: order.id }, 'an order could not be reconciled')
      errors.push(err)
      if (affectsAllOrders(err)) break
    }
  }
  if (errors.length > 0) throw errors[0]
  return { asked: orders.length, settled }
}

/** No response, a rate limit or refused keys: the next order would fail as well. */
function affectsAllOrders(error: unknown): boolean {
  if (!(error instanceof PaymentProviderError)) return false
  return error.isUnauthorized || error.status === 0 || error.status === 429
}

/** Orders older than an hour (expired, or a payment pending for days) are checked once an hour. */
function isDue({ createdAt }: OrderRow, now: Date): boolean {
  const ageMs = now.getTime() - createdAt.getTime()
  return ageMs < hourMs || ageMs % hourMs < reconcileEveryMs
}

/** Asks the provider about one order; returns whether it is paid. */
export async function reconcileOrder(
  services: Reconciling,
  { order, payments, now }: { order: OrderRow; payments: Payments; now: Date },
): Promise<boolean> {
  const { database, billing, queue, log } = services
  let isSettled = false
  try {
    const settling = { prices: billing.prices, queue }
    for (const payment of await payments.provider.fetchOrderPayments(order.providerOrderId)) {
      const news = { orderId: order.id, payment, via: 'reconcile' as const }
      const applied = await database.transaction((queries) => applyPayment(queries, settling, news))
      isSettled ||= applied.outcome === 'settled'
      if (applied.outcome === 'foreign') log.error({ orderId: order.id }, foreignPaymentMessage)
    }
    if (!isSettled) await expireOrder(services, order, now)
  } catch (err) {
    if (!(err instanceof PaymentProviderError) || !err.isNotFound) throw err
    log.error({ err, orderId: order.id }, 'the payment provider does not know an order')
    await expireOrder(services, order, now)
  }
  return isSettled
}

async function expireOrder({ database }: Reconciling, { id }: OrderRow, now: Date): Promise<void> {
  await database.transaction(async (queries) => {
    const order = await lockOrder(queries, id)
    const untilMs =
      order.status === 'attempted'
        ? order.createdAt.getTime() + pendingAttemptMs
        : order.expiresAt.getTime()
    if (now.getTime() < untilMs) return
    await updateOrder(queries, id, { status: nextOrderStatus(order.status, 'expired') })
  })
}
