import type { activityKinds } from '@errand/contract/activity'
import type { Order } from '@errand/contract/billing/order'

import type { Queries } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { recordActivity } from '../../account/activity/activity.repo.ts'
import { changeAccount, lockAccount, type Balance } from '../accounts.ts'
import type { Prices } from '../billing-settings.ts'
import { issueInvoice } from '../invoices/invoices.ts'
import { toMicros } from '../money.ts'
import type { RazorpayPayment } from '../razorpay.ts'
import {
  listPayments,
  lockOrder,
  updateOrder,
  upsertPayment,
  type OrderRow,
  type PaymentRow,
} from './orders.repo.ts'

/** Marks a payment that was not credited because another one had paid the order. */
const surplusMark = 'surplus'

/** Marks a payment that was not credited because credit is now sold in another currency. */
const foreignMark = 'foreign_currency'

/** The log message for such a payment. */
export const foreignPaymentMessage =
  'a payment in another currency than the credit; it was not credited'

/** Whether a payment arrived that is not in the balance and must be refunded by an operator. */
export const isUncredited = ({ error }: Pick<PaymentRow, 'error'>): boolean =>
  error === surplusMark || error === foreignMark

/** What settling a payment needs. */
export interface SettlementContext {
  prices: Prices
  queue: Queue
}

/** The outcome of applying a payment's news. */
export type AppliedPayment =
  /** The payment is for another order or amount: nothing was changed. */
  | { outcome: 'mismatch'; order: OrderRow }
  /** Another payment had already paid the order; this one has to be refunded. */
  | { outcome: 'surplus'; order: OrderRow; payment: PaymentRow }
  /** The payment is in the order's currency, but credit is now sold in another: it waits uncredited. */
  | { outcome: 'foreign'; order: OrderRow; payment: PaymentRow }
  | { outcome: 'waiting' | 'failed'; order: OrderRow; payment: PaymentRow }
  | { outcome: 'settled'; order: OrderRow; payment: PaymentRow; credited: Balance | undefined }

/**
 * Applies what the provider reports of a payment, through the page, a webhook or the reconciler. The
 * order is locked first, so that of several reports at once the first one credits the order and the
 * others find it done.
 */
export async function applyPayment(
  queries: Queries,
  settling: SettlementContext,
  news: { orderId: string; payment: RazorpayPayment; via: PaymentRow['via'] },
): Promise<AppliedPayment> {
  const order = await lockOrder(queries, news.orderId)
  if (!matchesOrder(order, news.payment)) return { outcome: 'mismatch', order }
  const known = await listPayments(queries, order.id)
  const earlier = known.find((row) => row.providerPaymentId === news.payment.id)
  const status = nextPaymentStatus(earlier?.status, statusOf(news.payment))
  const isNew = earlier === undefined
  const wasCredited = earlier !== undefined && hasArrived(earlier.status) && earlier.error === null
  const isSurplus = hasArrived(status) && order.paidAt !== null && !wasCredited
  // Five hundred rupees are not five hundred dollars.
  const isForeign =
    hasArrived(status) && order.currency !== settling.prices.currency && !wasCredited && !isSurplus
  const uncredited = isSurplus ? surplusMark : isForeign ? foreignMark : undefined
  const payment = await upsertPayment(queries, {
    id: newId('payment'),
    ownerId: order.ownerId,
    orderId: order.id,
    providerPaymentId: news.payment.id,
    method: news.payment.method ?? earlier?.method ?? '',
    status,
    via: news.via,
    error: uncredited ?? (status === 'failed' ? (news.payment.error_code ?? null) : null),
    at: new Date(),
  })
  const changed = await updateOrder(queries, order.id, {
    // A foreign payment leaves the order `attempted`, so that the reconciler asks again.
    status: nextOrderStatus(order.status, isForeign ? 'authorized' : eventOf(status)),
    attempts: order.attempts + (isNew ? 1 : 0),
  })
  if (hasArrived(status) && !hasArrived(earlier?.status))
    await recordPayment(queries, 'payment_received', order)
  if (status === 'failed' && earlier?.status !== 'failed')
    await recordPayment(queries, 'payment_failed', order)
  if (!hasArrived(status)) {
    return { outcome: status === 'failed' ? 'failed' : 'waiting', order: changed, payment }
  }
  if (isSurplus) return { outcome: 'surplus', order: changed, payment }
  if (isForeign) return { outcome: 'foreign', order: changed, payment }
  if (wasCredited) return { outcome: 'settled', order: changed, payment, credited: undefined }
  return creditOrder(queries, settling, { order: changed, payment })
}

/** Adds news of a payment to the activity log. */
export function recordPayment(
  queries: Queries,
  kind: (typeof activityKinds.payments)[number],
  { ownerId, totalMinor: amountMinor, currency }: OrderRow,
): Promise<void> {
  return recordActivity(queries, { ownerId, kind, detail: { amountMinor, currency } })
}

async function creditOrder(
  queries: Queries,
  { prices, queue }: SettlementContext,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
): Promise<AppliedPayment> {
  const paid = await updateOrder(queries, order.id, { paidAt: new Date() })
  const account = await lockAccount(queries, order.ownerId, prices)
  await issueInvoice(queries, { prices, queue, order: paid })
  const { balance } = await changeAccount(queries, account, {
    ownerId: order.ownerId,
    event: { type: 'topped_up', micros: toMicros(order.creditMinor, order.currency) },
    subject: { orderId: order.id },
    prices,
    queue,
  })
  return { outcome: 'settled', order: paid, payment, credited: balance }
}

function matchesOrder(order: OrderRow, payment: RazorpayPayment): boolean {
  return (
    payment.order_id === order.providerOrderId &&
    payment.amount === order.totalMinor &&
    payment.currency === order.currency
  )
}

/** A refunded payment counts as captured until each refund is reported with its own amount. */
function statusOf({ status, captured }: RazorpayPayment): PaymentStatus {
  if (status === 'created') return 'authorized'
  if (status !== 'refunded') return status
  // The bank confirmed too late and the provider sent the money back, so it never arrived.
  return captured === true ? 'captured' : 'failed'
}

function hasArrived(status: PaymentStatus | undefined): boolean {
  return status === 'captured' || status === 'refunded'
}

function eventOf(status: PaymentStatus): OrderEvent {
  if (status === 'failed') return 'attempt_failed'
  return status === 'authorized' ? 'authorized' : 'captured'
}

export type OrderStatus = Order['status']
export type PaymentStatus = 'failed' | 'authorized' | 'captured' | 'refunded'

/** The events that change an order's status. */
export type OrderEvent = 'attempt_failed' | 'authorized' | 'captured' | 'refunded' | 'expired'

const paymentRanks: Record<PaymentStatus, number> = {
  // Lowest, because a bank may still confirm a failed payment.
  failed: 0,
  authorized: 1,
  captured: 2,
  refunded: 3,
}

/** A payment's status after a report. Reports repeat and arrive in any order, so it only goes forward. */
export function nextPaymentStatus(
  current: PaymentStatus | undefined,
  news: PaymentStatus,
): PaymentStatus {
  if (current === undefined) return news
  return paymentRanks[news] > paymentRanks[current] ? news : current
}

/** An order's status after an event. A captured payment counts whatever came before it. */
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
