import type { Queries } from '../../database/database.ts'
import { changeAccount, lockOwnAccount } from '../account-change.ts'
import { issueCreditNote } from '../invoices/issue-invoice.ts'
import { findOrderInvoice, listCreditNotes } from '../invoices/invoices.repo.ts'
import { divideHalfUp, toAmount, toMicros } from '../money.ts'
import type { RazorpayRefund } from '../razorpay/razorpay-schemas.ts'
import { isUncredited, type Settling } from './apply-payment.ts'
import {
  listPayments,
  lockOrder,
  updateOrder,
  upsertPayment,
  type OrderRow,
} from './orders.repo.ts'
import { nextOrderStatus } from './order-state.ts'

/** What of an order goes back with the first `refunded` of its total. */
interface Returned {
  taxMinor: bigint
  creditMinor: bigint
}

/**
 * The parts of an order that are returned when so much of it was paid back. It counts from the
 * beginning, so that parts which add up to the whole return the whole, whatever was rounded between.
 */
function returnedAfter(
  refunded: bigint,
  order: Pick<OrderRow, 'totalMinor' | 'taxMinor' | 'creditMinor'>,
  isHalved: boolean,
): Returned {
  const total = BigInt(order.totalMinor)
  const parts = isHalved ? 2n : 1n
  return {
    taxMinor: parts * divideHalfUp(refunded * BigInt(order.taxMinor), parts * total),
    creditMinor: (refunded * BigInt(order.creditMinor)) / total,
  }
}

/**
 * Takes the credit of what was paid back off the balance, once for each refund; it may go below zero.
 * False when more would go back than was paid, or of another currency: then nothing was changed.
 */
export async function applyRefund(
  queries: Queries,
  { prices, queue }: Settling,
  { orderId, refund }: { orderId: string; refund: RazorpayRefund },
): Promise<boolean> {
  const order = await lockOrder(queries, orderId)
  const known = await listPayments(queries, order.id)
  const payment = known.find((row) => row.providerPaymentId === refund.payment_id)
  if (payment === undefined || refund.currency !== order.currency) return false
  if (isUncredited(payment)) {
    await upsertPayment(queries, { ...payment, status: 'refunded' })
    return true
  }
  // The account counts another currency since: what it would be there, only a person can say.
  if (order.currency !== prices.currency) return false
  const notes = await listCreditNotes(queries, order.id)
  if (notes.some(({ refundId }) => refundId === refund.id)) return true
  const before = notes.reduce((sum, { document }) => sum + BigInt(document.totalMinor), 0n)
  const after = before + BigInt(refund.amount)
  if (after > BigInt(order.totalMinor)) return false
  if (after === BigInt(order.totalMinor)) {
    await upsertPayment(queries, { ...payment, status: 'refunded' })
    await updateOrder(queries, order.id, { status: nextOrderStatus(order.status, 'refunded') })
  }
  const invoice = await findOrderInvoice(queries, order.id)
  // CGST and SGST are equal, also on a note of a part.
  const isHalved = invoice?.document.taxes.some(({ type }) => type === 'CGST') ?? false
  const earlier = returnedAfter(before, order, isHalved)
  const later = returnedAfter(after, order, isHalved)
  const account = await lockOwnAccount(queries, order.ownerId, prices)
  const taxMinor = later.taxMinor - earlier.taxMinor
  const { id, amount: totalMinor } = refund
  await issueCreditNote(queries, { queue, order }, { id, totalMinor, taxMinor })
  const creditMinor = toAmount(later.creditMinor - earlier.creditMinor)
  await changeAccount(queries, account, {
    ownerId: order.ownerId,
    event: { type: 'payment_refunded', micros: toMicros(creditMinor, order.currency) },
    subject: { orderId: order.id, refundId: refund.id },
    prices,
    queue,
  })
  return true
}
