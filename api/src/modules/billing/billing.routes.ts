import { readInvoiceCall } from '@errand/contract/billing/invoice'
import {
  checkOrderCall,
  createOrderCall,
  pendingPaymentSchema,
  readOrderCall,
  verifiedPaymentSchema,
  verifyPaymentCall,
} from '@errand/contract/billing/order'
import {
  listLedgerCall,
  readBillingCostsCall,
  readBillingSummaryCall,
  readConfigStatusCall,
} from '@errand/contract/billing/summary'
import { Hono } from 'hono'
import type { Logger } from 'pino'

import { answerCalls } from '../../platform/calls/answer-calls.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CallSlots } from '../../platform/http/call-slots.ts'
import type { OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { findEarlierResponse, withIdempotencyKey } from '../../platform/http/idempotency.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { requireOwner, requireSignIn } from '../account/require-owner.ts'
import { readConfigStatus, type Billing } from './billing.ts'
import { findOwnInvoice, renderInvoiceFile } from './invoices/invoices.ts'
import { readLedger } from './ledger.ts'
import { prepareOrder, storeOrder } from './orders/create-order.ts'
import { readOrderState, requireOrder, type OrderRow } from './orders/orders.repo.ts'
import { reconcileOrder } from './orders/reconcile-orders.ts'
import { verifyPayment } from './orders/verify-payment.ts'
import { callProvider, requirePayments } from './razorpay.ts'
import { readSummary } from './summary.ts'
import { readCosts } from './usage.ts'

interface Dependencies {
  billing: Billing
  callSlots: CallSlots
  database: Database
  log: Logger
  queue: Queue
  verifyToken: VerifyToken
}

/** /api/billing: the caller's own credit, orders and invoices. */
export function billingRoutes(services: Dependencies) {
  const { callSlots, database, verifyToken, billing } = services
  const { prices } = billing
  const routes = new Hono<OwnerEnv>().use(requireSignIn(verifyToken), requireOwner)
  const on = answerCalls(routes, '/billing', 'Billing')
  on(readBillingSummaryCall, {
    summary: 'Read plan, balance, usage and forecast',
    leaves: 'nothing',
    description: 'Orders and invoices come twenty at a time, each list with its own cursor.',
    before: callSlots.limit('analytics'),
  }).answer(({ ownerId, query }) =>
    readSummary(database.queries, { ownerId, query, prices, now: new Date() }),
  )
  on(listLedgerCall, {
    summary: 'List every change of the balance',
    leaves: 'nothing',
    description: 'Newest first. Days are those of the time zone in the settings.',
  }).answer(({ ownerId, query }) => readLedger(database.queries, ownerId, query))
  on(readBillingCostsCall, {
    summary: 'Read which jobs and chats cost most',
    leaves: 'nothing',
    description: 'Ten of each. What was given back for a message is not counted.',
    before: callSlots.limit('analytics'),
  }).answer(({ ownerId, query }) =>
    readCosts(database.queries, ownerId, { ...query, currency: prices.currency }),
  )
  on(readConfigStatusCall, {
    summary: 'Read whether one can pay here',
    leaves: 'nothing',
  }).answer(() => readConfigStatus(billing))
  on(createOrderCall, {
    summary: 'Order credit',
    leaves: 'nothing',
    description: 'An order of the same amount that is still open is answered again.',
  }).answer(async ({ c, ownerId, identity: { uid }, body: input }) => {
    const asked = { scope: uid, input }
    const earlier = await findEarlierResponse(c, database, asked)
    if (earlier !== undefined) return earlier
    const prepared = await prepareOrder(services, ownerId, input)
    return withIdempotencyKey(c, database, {
      ...asked,
      work: async (queries) => ({
        status: 201,
        body: await storeOrder(queries, prepared, { uid, prices }),
      }),
    })
  })
  on(verifyPaymentCall, {
    summary: 'Confirm a payment',
    leaves: 'nothing',
    description: 'Safe to repeat. 202 means that the money is on its way: ask again.',
    answers: { 200: verifiedPaymentSchema, 202: pendingPaymentSchema },
  }).answer(async ({ c, ownerId, body: input }) => {
    const { status, body } = await verifyPayment(services, ownerId, input)
    return c.json(body, status === 'paid' ? 200 : 202)
  })
  on(readOrderCall, {
    summary: 'Read an order and how it was paid',
    leaves: 'nothing',
  }).answer(async ({ ownerId, id }) =>
    readOrderState(database.queries, await requireOrder(database.queries, ownerId, id)),
  )
  on(checkOrderCall, {
    summary: 'Ask the payment provider for an order',
    leaves: 'nothing',
    description: 'For who waits: a payment that neither page nor webhook told of is found now.',
  }).answer(async ({ ownerId, id }) => {
    await checkOrder(services, await requireOrder(database.queries, ownerId, id))
    return readOrderState(database.queries, await requireOrder(database.queries, ownerId, id))
  })
  on(readInvoiceCall, {
    summary: 'Read an invoice',
    leaves: { what: 'one invoice', code: 'never', why: 'it names no contact' },
    description: 'A PDF, or its data with `format=json`. It never changes.',
    fileTypes: ['application/pdf'],
    before: callSlots.limit((c) => (c.req.query('format') === 'json' ? undefined : 'exports')),
  }).answer(async ({ c, ownerId, id, query: { format } }) => {
    const row = await findOwnInvoice(database.queries, ownerId, id)
    if (row === undefined) throw new Problem('not_found', { detail: 'There is no such invoice.' })
    if (format === 'json') return { ...row.document, status: row.status }
    const { signal } = c.req.raw
    const { content, contentType, filename } = await renderInvoiceFile(row, { signal })
    return c.body(new Uint8Array(content), 200, {
      'cache-control': 'private, no-store',
      'content-type': contentType,
      'content-disposition': `inline; filename="${filename}"`,
    })
  })
  return routes
}

/** Reconciles an order that is not finished with the provider. */
async function checkOrder(services: Dependencies, order: OrderRow): Promise<void> {
  if (order.status === 'paid' || order.status === 'refunded') return
  const payments = requirePayments(services.billing.payments)
  await callProvider(reconcileOrder(services, { order, payments, now: new Date() }))
}
