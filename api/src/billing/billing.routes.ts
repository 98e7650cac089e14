import {
  createOrderResponseSchema,
  createOrderSchema,
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

import { describe, idempotencyKeyHeader } from '../docs/describe.ts'
import type { OwnerEnv } from '../http/context.ts'
import { answeredBefore, answerOnce } from '../http/idempotency.ts'
import { jsonBody } from '../http/json-body.ts'
import { query } from '../http/query.ts'
import { ownerOnly } from '../identity/owner.ts'
import { signedIn } from '../identity/signed-in.ts'
import type { Services } from '../services.ts'
import { invoiceRoutes } from './invoices/invoices.routes.ts'
import { prepareOrder, storeOrder } from './orders/create-order.ts'
import { orderRoutes } from './orders/orders.routes.ts'
import { verifyPayment } from './orders/verify-payment.ts'
import { readConfigStatus } from './summary/config-status.ts'
import { readCosts } from './summary/costs.service.ts'
import { readLedger } from './summary/ledger.service.ts'
import { readSummary } from './summary/summary.service.ts'

/** /api/billing: the caller's own credit, orders and invoices. */
export function billingRoutes(services: Services) {
  const { database, verifyToken, billing } = services
  return new Hono<OwnerEnv>()
    .use(signedIn(verifyToken), ownerOnly(database))
    .get(
      '/summary',
      describe({
        tag: 'Billing',
        summary: 'Read plan, balance, usage and forecast',
        description: 'Orders and invoices come twenty at a time, each list with its own cursor.',
        answers: { 200: billingSummarySchema },
        problems: [403, 422],
      }),
      query(billingSummaryQuerySchema),
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
      describe({
        tag: 'Billing',
        summary: 'List every change of the balance',
        description: 'Newest first. Days are those of the time zone in the settings.',
        answers: { 200: ledgerSchema },
        problems: [403, 422],
      }),
      query(ledgerQuerySchema),
      async (c) => c.json(await readLedger(database.queries, c.var.ownerId, c.req.valid('query'))),
    )
    .get(
      '/costs',
      describe({
        tag: 'Billing',
        summary: 'Read which jobs and chats cost most',
        description: 'Ten of each. What was given back for a message is not counted.',
        answers: { 200: billingCostsSchema },
        problems: [403, 422],
      }),
      query(billingCostsQuerySchema),
      async (c) => {
        const asked = { ...c.req.valid('query'), currency: billing.prices.currency }
        return c.json(await readCosts(database.queries, c.var.ownerId, asked))
      },
    )
    .get(
      '/config-status',
      describe({
        tag: 'Billing',
        summary: 'Read whether one can pay here',
        answers: { 200: configStatusSchema },
        problems: [403],
      }),
      (c) => c.json(readConfigStatus(billing)),
    )
    .post(
      '/create-order',
      describe({
        tag: 'Billing',
        summary: 'Order credit',
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
        const earlier = await answeredBefore(c, database, asked)
        if (earlier !== undefined) return earlier
        const buyer = { uid: identity.uid, prices: billing.prices }
        const prepared = await prepareOrder(services, ownerId, input)
        return answerOnce(c, database, {
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
      describe({
        tag: 'Billing',
        summary: 'Confirm a payment',
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
