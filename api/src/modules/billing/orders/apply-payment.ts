import type { Order } from '@errand/contract/billing/order'

import type { Queries } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { changeAccount, lockAccount, type Balance } from '../accounts.ts'
import { issueInvoice } from '../invoices/invoices.ts'
import { toMicros } from '../money.ts'
import type { Prices } from '../billing-settings.ts'
import type { RazorpayPayment } from '../razorpay.ts'
import {
  listPayments,
  lockOrder,
  updateOrder,
  upsertPayment,
  type OrderRow,
  type PaymentRow,
} from './orders.repo.ts'

/** The mark of a payment that was not credited, as another one had paid the order. */
const surplusMark = 'surplus'

/** The mark of a payment that was not credited, as credit is sold in another currency now. */
const foreignMark = 'foreign_currency'

/** What the log says of such a payment. */
export const foreignPaymentMessage =
  'a payment in another currency than the credit; it was not credited'

/** Whether money came that is not in the balance, and has to be paid back by a person. */
export const isUncredited = ({ error }: Pick<PaymentRow, 'error'>): boolean =>
  error === surplusMark || error === foreignMark

/** What the transaction works with. */
export interface SettlementContext {
  prices: Prices
  queue: Queue
}

/** What became of the news of a payment. */
export type AppliedPayment =
  /** It does not belong to the order, or is of another amount: nothing was changed. */
  | { outcome: 'mismatch'; order: OrderRow }
  /** The order was paid by another payment before; this one has to go back to the payer. */
  | { outcome: 'surplus'; order: OrderRow; payment: PaymentRow }
  /** It came in the order's currency, but credit has another one now: it waits until it fits again. */
  | { outcome: 'foreign'; order: OrderRow; payment: PaymentRow }
  | { outcome: 'waiting' | 'failed'; order: OrderRow; payment: PaymentRow }
  | { outcome: 'settled'; order: OrderRow; payment: PaymentRow; credited: Balance | undefined }

/**
 * Takes what the provider says of a payment, from whichever door it came: the page, a webhook or the
 * reconciler. The order is locked first, so that of several at once the first one credits it and
 * the others find it done.
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
    // Only attempted, so that the reconciler asks again.
    status: nextOrderStatus(order.status, isForeign ? 'authorized' : eventOf(status)),
    attempts: order.attempts + (isNew ? 1 : 0),
  })
  if (!hasArrived(status)) {
    return { outcome: status === 'failed' ? 'failed' : 'waiting', order: changed, payment }
  }
  if (isSurplus) return { outcome: 'surplus', order: changed, payment }
  if (isForeign) return { outcome: 'foreign', order: changed, payment }
  if (wasCredited) return { outcome: 'settled', order: changed, payment, credited: undefined }
  return creditOrder(queries, settling, { order: changed, payment })
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

/** What was captured stays so for us until we hear of each refund with its own amount. */
function statusOf({ status, captured }: RazorpayPayment): PaymentStatus {
  if (status === 'created') return 'authorized'
  if (status !== 'refunded') return status
  // Never ours: the bank confirmed too late and the provider sent it back.
  return captured === true ? 'captured' : 'failed'
}

function hasArrived(status: PaymentStatus): boolean {
  return status === 'captured' || status === 'refunded'
}

function eventOf(status: PaymentStatus): OrderEvent {
  if (status === 'failed') return 'attempt_failed'
  return status === 'authorized' ? 'authorized' : 'captured'
}

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
