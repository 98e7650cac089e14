import { orderStateSchema } from '@errand/contract/billing/order'
import { idSchema } from '@errand/contract/ids'
import { Hono } from 'hono'

import { describe } from '../../docs/describe.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { Problem } from '../../http/problem.ts'
import type { Services } from '../../services.ts'
import { askProvider, requirePayments } from './ask-provider.ts'
import { readOrderState } from './order-view.ts'
import { findOrder, type OrderRow } from './orders.repo.ts'
import { reconcileOrder } from './reconcile-orders.ts'

/** /api/billing/orders: one order, and the provider's own word on it. */
export function orderRoutes(services: Services) {
  const { database } = services
  const requireOrder = async (ownerId: string, id: string): Promise<OrderRow> => {
    const isId = idSchema('order').safeParse(id).success
    const order = isId ? await findOrder(database.queries, ownerId, id) : undefined
    if (order === undefined) throw new Problem('not_found', { detail: 'There is no such order.' })
    return order
  }
  return new Hono<OwnerEnv>()
    .get(
      '/:id',
      describe({
        tag: 'Billing',
        summary: 'Read an order and how it was paid',
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
      describe({
        tag: 'Billing',
        summary: 'Ask the payment provider for an order',
        description: 'For who waits: a payment that neither page nor webhook told of is found now.',
        answers: { 200: orderStateSchema },
        problems: [403, 404, 503],
      }),
      async (c) => {
        const order = await requireOrder(c.var.ownerId, c.req.param('id'))
        await checkOrder(services, order)
        const checked = await requireOrder(c.var.ownerId, order.id)
        return c.json(await readOrderState(database.queries, checked))
      },
    )
}

/** Takes over what the provider knows of an order whose end nobody has heard of. */
async function checkOrder(services: Services, order: OrderRow): Promise<void> {
  if (order.status === 'paid' || order.status === 'refunded') return
  const payments = requirePayments(services.billing.payments)
  await askProvider(reconcileOrder(services, { order, payments, now: new Date() }))
}
