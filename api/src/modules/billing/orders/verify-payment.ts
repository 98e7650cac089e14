import type {
  pendingPaymentSchema,
  VerifiedPayment,
  VerifyPaymentInput,
} from '@errand/contract/billing/order'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'

import type { Database } from '../../../platform/database/database.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { Billing } from '../billing.ts'
import { findOrderInvoiceId } from '../invoices/invoices.ts'
import {
  callProvider,
  PaymentProviderError,
  requirePayments,
  type Payments,
  type RazorpayPayment,
} from '../razorpay.ts'
import {
  applyPayment,
  foreignPaymentMessage,
  nextOrderStatus,
  type AppliedPayment,
} from './apply-payment.ts'
import { lockOrder, requireOrder, toOrder, updateOrder, type OrderRow } from './orders.repo.ts'

interface Dependencies {
  billing: Billing
  database: Database
  log: Logger
  queue: Queue
}

type PendingPayment = z.infer<typeof pendingPaymentSchema>

/** How long the page waits before it asks again about a payment that is not captured yet. */
const pollAfterMs = 2000

/** Verifies what the checkout returned; safe to repeat. `pending` when the payment is not captured yet. */
export async function verifyPayment(
  services: Dependencies,
  ownerId: string,
  input: VerifyPaymentInput,
): Promise<
  { status: 'paid'; body: VerifiedPayment } | { status: 'pending'; body: PendingPayment }
> {
  const payments = requirePayments(services.billing.payments)
  const order = await requireOrder(services.database.queries, ownerId, input.orderId)
  checkSignature(services, { payments, order, input })
  const payment = await fetchPayment(payments, input.razorpay_payment_id)
  if (payment === undefined) return pending(await recordAttempt(services, order))
  const { prices } = services.billing
  const settling = { prices, queue: services.queue }
  const applied = await services.database.transaction((queries) =>
    applyPayment(queries, settling, { orderId: order.id, payment, via: 'callback' }),
  )
  return toResult(services, applied)
}

function checkSignature(
  { log }: Dependencies,
  { payments, order, input }: { payments: Payments; order: OrderRow; input: VerifyPaymentInput },
): void {
  const isGood =
    input.razorpay_order_id === order.providerOrderId &&
    payments.isCheckoutSignature(
      order.providerOrderId,
      input.razorpay_payment_id,
      input.razorpay_signature,
    )
  if (isGood) return
  const { razorpay_payment_id: paymentId } = input
  log.warn({ orderId: order.id, paymentId }, 'a payment with a wrong signature')
  throw new Problem('payment_signature_invalid')
}

/** Undefined when the provider cannot answer now: the signature is valid, so the reconciler asks later. */
async function fetchPayment(
  { provider }: Payments,
  paymentId: string,
): Promise<RazorpayPayment | undefined> {
  try {
    return await provider.fetchPayment(paymentId)
  } catch (error) {
    const isProviders = error instanceof PaymentProviderError
    if (isProviders && (error.isTemporary || error.isUnauthorized)) return undefined
    return callProvider(Promise.reject(error as Error))
  }
}

function recordAttempt({ database }: Dependencies, { id }: OrderRow): Promise<OrderRow> {
  return database.transaction(async (queries) => {
    const order = await lockOrder(queries, id)
    return updateOrder(queries, id, { status: nextOrderStatus(order.status, 'authorized') })
  })
}

function pending(order: OrderRow): { status: 'pending'; body: PendingPayment } {
  return { status: 'pending', body: { success: true, order: toOrder(order), pollAfterMs } }
}

async function toResult(services: Dependencies, applied: AppliedPayment) {
  const { order } = applied
  switch (applied.outcome) {
    case 'waiting':
      return pending(order)
    case 'mismatch':
      services.log.error({ orderId: order.id }, 'a payment of another order or amount')
      throw new Problem('conflict', { detail: 'The payment is not for this order.' })
    case 'surplus':
      services.log.error({ orderId: order.id }, 'an order was paid twice; one payment must go back')
      throw new Problem('conflict', { detail: 'The order is already paid.' })
    case 'foreign':
      services.log.error({ orderId: order.id }, foreignPaymentMessage)
      throw new Problem('conflict', {
        detail: `The payment is in ${order.currency}, and credit has another currency here now.`,
      })
    case 'failed':
      throw new Problem('payment_not_captured', { meta: { order: toOrder(order) } })
    case 'settled':
      break
  }
  return { status: 'paid' as const, body: await toVerified(services, applied) }
}

async function toVerified(
  { database, billing }: Dependencies,
  { order, payment, credited }: Extract<AppliedPayment, { outcome: 'settled' }>,
): Promise<VerifiedPayment> {
  const balance = credited ?? (await billing.meter.readBalance(database.queries, order.ownerId))
  return {
    success: true,
    order: toOrder(order),
    payment: { id: payment.id, method: payment.method },
    creditedMinor: order.creditMinor,
    balance: { amountMinor: balance.amountMinor, messagesLeft: balance.messagesLeft },
    invoiceId: (await findOrderInvoiceId(database.queries, order.id)) ?? null,
    alreadyProcessed: credited === undefined,
  }
}
