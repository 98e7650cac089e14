import { invoiceSchema } from '@errand/contract/billing/invoice'
import {
  createOrderResponseSchema,
  createOrderSchema,
  orderStateSchema,
  pendingPaymentSchema,
  verifiedPaymentSchema,
  verifyPaymentSchema,
} from '@errand/contract/billing/order'
import {
  billingCostsQuerySchema,
  billingCostsSchema,
  billingSummaryQuerySchema,
  billingSummarySchema,
  configStatusSchema,
  ledgerQuerySchema,
  ledgerSchema,
} from '@errand/contract/billing/summary'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import * as z from 'zod/mini'

import type { Database } from '../../platform/database/database.ts'
import { describeOperation, idempotencyKeyHeader } from '../../platform/docs/describe.ts'
import type { CallSlots } from '../../platform/http/call-slots.ts'
import type { OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { findEarlierResponse, withIdempotencyKey } from '../../platform/http/idempotency.ts'
import { Problem } from '../../platform/http/problem.ts'
import { readId } from '../../platform/http/read-id.ts'
import { jsonBody, queryString } from '../../platform/http/request-input.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { requireOwner, requireSignIn } from '../account/require-owner.ts'
import { readConfigStatus, type Billing } from './billing.ts'
import { findOwnInvoice, renderInvoiceFile } from './invoices/invoices.ts'
import { readLedger } from './ledger.ts'
import { prepareOrder, storeOrder } from './orders/create-order.ts'
import { findOrder, readOrderState, type OrderRow } from './orders/orders.repo.ts'
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
  return new Hono<OwnerEnv>()
    .use(requireSignIn(verifyToken), requireOwner)
    .get(
      '/summary',
      describeOperation({
        tag: 'Billing',
        summary: 'Read plan, balance, usage and forecast',
        leaves: 'nothing',
        description: 'Orders and invoices come twenty at a time, each list with its own cursor.',
        answers: { 200: billingSummarySchema },
        problems: [403, 422],
      }),
      queryString(billingSummaryQuerySchema),
      callSlots.limit('analytics'),
      async (c) => {
        const reading = {
          ownerId: c.var.ownerId,
          query: c.req.valid('query'),
          prices: billing.prices,
          now: new Date(),
        }
        return c.json(await readSummary(database.queries, reading))
      },
    )
    .get(
      '/ledger',
      describeOperation({
        tag: 'Billing',
        summary: 'List every change of the balance',
        leaves: 'nothing',
        description: 'Newest first. Days are those of the time zone in the settings.',
        answers: { 200: ledgerSchema },
        problems: [403, 422],
      }),
      queryString(ledgerQuerySchema),
      async (c) => c.json(await readLedger(database.queries, c.var.ownerId, c.req.valid('query'))),
    )
    .get(
      '/costs',
      describeOperation({
        tag: 'Billing',
        summary: 'Read which jobs and chats cost most',
        leaves: 'nothing',
        description: 'Ten of each. What was given back for a message is not counted.',
        answers: { 200: billingCostsSchema },
        problems: [403, 422],
      }),
      queryString(billingCostsQuerySchema),
      callSlots.limit('analytics'),
      async (c) => {
        const asked = { ...c.req.valid('query'), currency: billing.prices.currency }
        return c.json(await readCosts(database.queries, c.var.ownerId, asked))
      },
    )
    .get(
      '/config-status',
      describeOperation({
        tag: 'Billing',
        summary: 'Read whether one can pay here',
        leaves: 'nothing',
        answers: { 200: configStatusSchema },
        problems: [403],
      }),
      (c) => c.json(readConfigStatus(billing)),
    )
    .post(
      '/create-order',
      describeOperation({
        tag: 'Billing',
        summary: 'Order credit',
        leaves: 'nothing',
        description: 'An order of the same amount that is still open is answered again.',
        parameters: [idempotencyKeyHeader],
        answers: { 201: createOrderResponseSchema },
        problems: [400, 403, 409, 413, 415, 422, 503],
      }),
      jsonBody(createOrderSchema),
      async (c) => {
        const { ownerId, identity } = c.var
        const input = c.req.valid('json')
        const asked = { scope: identity.uid, input }
        const earlier = await findEarlierResponse(c, database, asked)
        if (earlier !== undefined) return earlier
        const buyer = { uid: identity.uid, prices: billing.prices }
        const prepared = await prepareOrder(services, ownerId, input)
        return withIdempotencyKey(c, database, {
          ...asked,
          work: async (queries) => ({
            status: 201,
            body: await storeOrder(queries, prepared, buyer),
          }),
        })
      },
    )
    .post(
      '/verify-payment',
      describeOperation({
        tag: 'Billing',
        summary: 'Confirm a payment',
        leaves: 'nothing',
        description: 'Safe to repeat. 202 means that the money is on its way: ask again.',
        answers: { 200: verifiedPaymentSchema, 202: pendingPaymentSchema },
        problems: [400, 403, 404, 409, 413, 415, 422, 503],
      }),
      jsonBody(verifyPaymentSchema),
      async (c) => {
        const { status, body } = await verifyPayment(services, c.var.ownerId, c.req.valid('json'))
        return c.json(body, status === 'paid' ? 200 : 202)
      },
    )
    .route('/orders', orderRoutes(services))
    .route('/', invoiceRoutes(services))
}

/** /api/billing/orders: one order, and a check of it at the payment provider. */
function orderRoutes(services: Dependencies) {
  const { database } = services
  const requireOrder = async (ownerId: string, id: string): Promise<OrderRow> => {
    const order = await findOrder(database.queries, ownerId, readId('order', id))
    if (order === undefined) throw new Problem('not_found', { detail: 'There is no such order.' })
    return order
  }
  return new Hono<OwnerEnv>()
    .get(
      '/:id',
      describeOperation({
        tag: 'Billing',
        summary: 'Read an order and how it was paid',
        leaves: 'nothing',
        answers: { 200: orderStateSchema },
        problems: [403, 404],
      }),
      async (c) => {
        const order = await requireOrder(c.var.ownerId, c.req.param('id'))
        return c.json(await readOrderState(database.queries, order))
      },
    )
    .post(
      '/:id/check',
      describeOperation({
        tag: 'Billing',
        summary: 'Ask the payment provider for an order',
        leaves: 'nothing',
        description: 'For who waits: a payment that neither page nor webhook told of is found now.',
        answers: { 200: orderStateSchema },
        problems: [403, 404, 413, 503],
      }),
      async (c) => {
        const order = await requireOrder(c.var.ownerId, c.req.param('id'))
        await checkOrder(services, order)
        const checked = await requireOrder(c.var.ownerId, order.id)
        return c.json(await readOrderState(database.queries, checked))
      },
    )
}

/** Reconciles an order that is not finished with the provider. */
async function checkOrder(services: Dependencies, order: OrderRow): Promise<void> {
  if (order.status === 'paid' || order.status === 'refunded') return
  const payments = requirePayments(services.billing.payments)
  await callProvider(reconcileOrder(services, { order, payments, now: new Date() }))
}

const formatSchema = z.object({ format: z._default(z.enum(['pdf', 'json']), 'pdf') })

/** /api/billing/invoice: an invoice as a file or as data. */
function invoiceRoutes({ callSlots, database }: Pick<Dependencies, 'callSlots' | 'database'>) {
  return new Hono<OwnerEnv>().get(
    '/invoice/:id',
    describeOperation({
      tag: 'Billing',
      summary: 'Read an invoice',
      leaves: { what: 'one invoice', code: 'never', why: 'it names no contact' },
      description: 'A PDF, or its data with `format=json`. It never changes.',
      answers: { 200: invoiceSchema },
      fileTypes: ['application/pdf'],
      problems: [403, 404, 422],
    }),
    queryString(formatSchema),
    callSlots.limit((c) => (c.req.query('format') === 'json' ? undefined : 'exports')),
    async (c) => {
      const id = readId('invoice', c.req.param('id'))
      const row = await findOwnInvoice(database.queries, c.var.ownerId, id)
      if (row === undefined) throw new Problem('not_found', { detail: 'There is no such invoice.' })
      const { document, status } = row
      if (c.req.valid('query').format === 'json') return c.json({ ...document, status })
      const { content, contentType, filename } = await renderInvoiceFile(row, {
        signal: c.req.raw.signal,
      })
      return c.body(new Uint8Array(content), 200, {
        'cache-control': 'private, no-store',
        'content-type': contentType,
        'content-disposition': `inline; filename="${filename}"`,
      })
    },
  )
}
