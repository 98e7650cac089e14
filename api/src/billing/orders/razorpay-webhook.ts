import { createHash } from 'node:crypto'

import type { Queries } from '../../database/database.ts'
import { Problem } from '../../http/problem.ts'
import { takeOnce } from '../../http/idempotency.ts'
import { parseJson } from '../../http/parse-json.ts'
import type { Services } from '../../services.ts'
import { razorpayEventSchema, type RazorpayEvent } from '../razorpay/razorpay-schemas.ts'
import { applyPayment, foreignPayment } from './apply-payment.ts'
import { requirePayments } from './ask-provider.ts'
import { findOrderByProviderId } from './orders.repo.ts'
import { applyRefund } from './refund-order.ts'

/** The provider repeats an event for a day. */
const keptMs = 3 * 24 * 60 * 60 * 1000

/** A webhook as it came, before anything is believed. */
export interface Delivery {
  body: Uint8Array
  signature: string | undefined
  /** Two deliveries of one event have the same. */
  eventId: string | undefined
}

/** Takes an event of the provider; what was done for it is done in one transaction, once. */
export async function receiveRazorpayEvent(
  services: Services,
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
  // Without an id of its own a delivery is known by its content.
  const key = eventId ?? createHash('sha256').update(body).digest('hex')
  await services.database.transaction(async (queries) => {
    const isFirst = await takeOnce(queries, { scope: 'razorpay webhook', key, forMs: keptMs })
    if (isFirst) await applyEvent(queries, services, event)
  })
}

async function applyEvent(
  queries: Queries,
  { billing, queue, log }: Services,
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
  if (applied.outcome === 'foreign') log.error({ orderId: order.id, event }, foreignPayment)
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

/** Nothing for an event that is of no interest here. */
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
