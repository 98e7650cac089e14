import { createHash } from 'node:crypto'

import { Hono } from 'hono'
import type { Logger } from 'pino'
import * as z from 'zod/mini'

import { describeOperation } from '../../../platform/calls/describe.ts'
import type { Queries, Database } from '../../../platform/database/database.ts'
import type { RequestEnv } from '../../../platform/http/context.ts'
import { claimKey } from '../../../platform/http/idempotency.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { parseJson } from '../../../platform/http/request-input.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { changeAccount, lockAccount } from '../accounts.ts'
import type { Billing } from '../billing.ts'
import { findOrderInvoice, issueCreditNote, listCreditNotes } from '../invoices/invoices.ts'
import { divideHalfUp, toAmount, toMicros } from '../money.ts'
import {
  razorpayEventSchema,
  requirePayments,
  type RazorpayEvent,
  type RazorpayRefund,
} from '../razorpay.ts'
import {
  applyPayment,
  foreignPaymentMessage,
  isUncredited,
  nextOrderStatus,
  recordPayment,
  type SettlementContext,
} from './apply-payment.ts'
import {
  findOrderByProviderId,
  listPayments,
  lockOrder,
  type OrderRow,
  updateOrder,
  upsertPayment,
} from './orders.repo.ts'

interface Dependencies {
  billing: Billing
  database: Database
  log: Logger
  queue: Queue
}

/** Longer than the day for which the provider repeats an event. */
const rememberedMs = 3 * 24 * 60 * 60 * 1000

/** A webhook as received, before its signature is checked. */
interface Delivery {
  body: Uint8Array
  signature: string | undefined
  /** The same for every delivery of one event. */
  eventId: string | undefined
}

/** Receives an event of the provider and applies it once, in one transaction. */
async function receiveRazorpayEvent(
  services: Dependencies,
  { body, signature, eventId }: Delivery,
): Promise<void> {
  const { isWebhookSignature } = requirePayments(services.billing.payments)
  if (isWebhookSignature === undefined) throw new Problem('payments_not_configured')
  if (signature === undefined || !isWebhookSignature(body, signature)) {
    services.log.warn({ eventId }, 'a webhook with a wrong signature')
    throw new Problem('payment_signature_invalid')
  }
  const event = readEvent(body)
  if (event === undefined) return
  // An event without an id is recognised by its content.
  const key = eventId ?? createHash('sha256').update(body).digest('hex')
  await services.database.transaction(async (queries) => {
    const isFirst = await claimKey(queries, { scope: 'razorpay webhook', key, forMs: rememberedMs })
    if (isFirst) await applyEvent(queries, services, event)
  })
}

async function applyEvent(
  queries: Queries,
  { billing, queue, log }: Dependencies,
  { event, payload }: RazorpayEvent,
): Promise<void> {
  const payment = payload.payment?.entity
  if (payment?.order_id == null) return
  const order = await findOrderByProviderId(queries, payment.order_id)
  // The provider's account may serve other shops too.
  if (order === undefined) return
  const settling = { prices: billing.prices, queue }
  const applied = await applyPayment(queries, settling, {
    orderId: order.id,
    payment,
    via: 'webhook',
  })
  if (applied.outcome === 'foreign') log.error({ orderId: order.id, event }, foreignPaymentMessage)
  if (applied.outcome === 'mismatch' || applied.outcome === 'surplus') {
    log.error({ orderId: order.id, event, outcome: applied.outcome }, 'a payment for nothing')
    if (applied.outcome === 'mismatch') return
  }
  const refund = payload.refund?.entity
  if (event === 'refund.processed' && refund !== undefined) {
    const isApplied = await applyRefund(queries, settling, { orderId: order.id, refund })
    if (!isApplied) log.error({ orderId: order.id, event }, 'a refund that could not be booked')
  }
}

/** Undefined for an event that is not used here. */
function readEvent(body: Uint8Array): RazorpayEvent | undefined {
  const parsed = razorpayEventSchema.safeParse(tryJson(body))
  return parsed.success ? parsed.data : undefined
}

function tryJson(body: Uint8Array): unknown {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}

const receivedSchema = z.object({ success: z.literal(true) })

/** /api/webhooks/razorpay: receives the payment provider's webhooks. */
export function paymentWebhookRoutes(services: Dependencies) {
  return new Hono<RequestEnv>().post(
    '/razorpay',
    describeOperation({
      tag: 'Billing',
      summary: 'Receive an event of the payment provider',
      leaves: 'nothing',
      description: 'Signed with the secret of the webhook over the bytes of the body.',
      answers: { 200: receivedSchema },
      isPublic: true,
      problems: [400, 413, 503],
    }),
    async (c) => {
      await receiveRazorpayEvent(services, {
        body: new Uint8Array(await c.req.arrayBuffer()),
        signature: c.req.header('x-razorpay-signature'),
        eventId: c.req.header('x-razorpay-event-id'),
      })
      return c.json({ success: true })
    },
  )
}

/** The tax and the credit that belong to the refunded part of an order's total. */
interface RefundedParts {
  taxMinor: bigint
  creditMinor: bigint
}

/**
 * The tax and credit of all refunds so far. Computed from their sum and not for each refund, so that
 * refunds of the whole total return the whole tax and credit in spite of rounding.
 */
function refundedPartsAfter(
  refunded: bigint,
  order: Pick<OrderRow, 'totalMinor' | 'taxMinor' | 'creditMinor'>,
  isHalved: boolean,
): RefundedParts {
  const total = BigInt(order.totalMinor)
  const parts = isHalved ? 2n : 1n
  return {
    taxMinor: parts * divideHalfUp(refunded * BigInt(order.taxMinor), parts * total),
    creditMinor: (refunded * BigInt(order.creditMinor)) / total,
  }
}

/**
 * Takes a refund's credit off the balance, once for each refund; the balance may go below zero. False,
 * and nothing is changed, when more would be refunded than was paid, or in another currency.
 */
async function applyRefund(
  queries: Queries,
  { prices, queue }: SettlementContext,
  { orderId, refund }: { orderId: string; refund: RazorpayRefund },
): Promise<boolean> {
  const order = await lockOrder(queries, orderId)
  const known = await listPayments(queries, order.id)
  const payment = known.find((row) => row.providerPaymentId === refund.payment_id)
  if (payment === undefined || refund.currency !== order.currency) return false
  const refunded = { ...order, totalMinor: refund.amount }
  if (isUncredited(payment)) {
    if (payment.status !== 'refunded') await recordPayment(queries, 'payment_refunded', refunded)
    await upsertPayment(queries, { ...payment, status: 'refunded' })
    return true
  }
  // The account has changed its currency since: an operator has to decide on the amount.
  if (order.currency !== prices.currency) return false
  const notes = await listCreditNotes(queries, order.id)
  if (notes.some(({ refundId }) => refundId === refund.id)) return true
  const before = notes.reduce((sum, { document }) => sum + BigInt(document.totalMinor), 0n)
  const after = before + BigInt(refund.amount)
  if (after > BigInt(order.totalMinor)) return false
  await recordPayment(queries, 'payment_refunded', refunded)
  if (after === BigInt(order.totalMinor)) {
    await upsertPayment(queries, { ...payment, status: 'refunded' })
    await updateOrder(queries, order.id, { status: nextOrderStatus(order.status, 'refunded') })
  }
  const invoice = await findOrderInvoice(queries, order.id)
  // CGST and SGST must be equal, also on the credit note of a partial refund.
  const isHalved = invoice?.document.taxes.some(({ type }) => type === 'CGST') ?? false
  const earlier = refundedPartsAfter(before, order, isHalved)
  const later = refundedPartsAfter(after, order, isHalved)
  const account = await lockAccount(queries, order.ownerId, prices)
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
