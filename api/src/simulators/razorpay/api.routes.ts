import { Hono } from 'hono'
import * as z from 'zod/mini'

import { nowSeconds, simulatedId, type SimulatedOrder } from './ledger.ts'
import {
  capturePayment,
  findOrder,
  findPayment,
  refundPayment,
  type Simulation,
} from './payments.ts'
import { Refusal } from './refusal.ts'

const orderSchema = z.object({
  amount: z.int().check(z.gte(100)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  receipt: z.optional(z.string().check(z.maxLength(40))),
  notes: z.optional(z.record(z.string(), z.string())),
  payment: z.optional(z.object({ capture: z.enum(['automatic', 'manual']) })),
})
const amountSchema = z.object({ amount: z.optional(z.int()) })

/** /v1 of Razorpay, as far as this product asks it. */
export function apiRoutes(simulation: Simulation, keys: { keyId: string; keySecret: string }) {
  const { state } = simulation
  const expected = `Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`
  return new Hono()
    .use(async (c, next) => {
      if (c.req.header('authorization') !== expected)
        throw new Refusal('Authentication failed', { status: 401 })
      await next()
    })
    .post('/orders', async (c) => {
      const order = createOrder(simulation, read(orderSchema, await c.req.json()))
      return c.json(order)
    })
    .get('/orders', (c) => {
      const items = [...state.orders.values()]
        .toReversed()
        .slice(0, Number(c.req.query('count') ?? 10))
      return c.json({ entity: 'collection', count: items.length, items })
    })
    .get('/orders/:id', (c) => c.json(findOrder(state, c.req.param('id'))))
    .get('/orders/:id/payments', (c) => {
      const { id } = findOrder(state, c.req.param('id'))
      const items = [...state.payments.values()].filter((payment) => payment.order_id === id)
      return c.json({ entity: 'collection', count: items.length, items })
    })
    .get('/payments/:id', (c) => c.json(findPayment(state, c.req.param('id'))))
    .post('/payments/:id/capture', async (c) => {
      const { amount } = read(amountSchema, await c.req.json())
      return c.json(capturePayment(simulation, c.req.param('id'), amount))
    })
    .post('/payments/:id/refund', async (c) => {
      const { amount } = read(amountSchema, await c.req.json().catch(() => ({})))
      return c.json(refundPayment(simulation, c.req.param('id'), amount))
    })
}

function createOrder(
  { state }: Simulation,
  { amount, currency, receipt, notes, payment }: z.infer<typeof orderSchema>,
): SimulatedOrder {
  const order: SimulatedOrder = {
    id: simulatedId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    receipt: receipt ?? null,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: notes ?? [],
    created_at: nowSeconds(),
  }
  state.orders.set(order.id, order)
  if (payment?.capture === 'automatic') state.autoCapture.add(order.id)
  return order
}

function read<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new Refusal(`The ${field} is not valid.`, { field })
}
