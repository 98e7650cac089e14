import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { Hono } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import * as z from 'zod/mini'

import { formatMinor } from '../../../src/modules/billing/money.ts'
import { sign } from '../../../src/modules/billing/razorpay.ts'
import { serveScript, showPage, type Html } from '../page/page.ts'
import {
  capturePayment,
  createOrder,
  failToPay,
  find,
  openSimulation,
  pay,
  refundPayment,
  refusal,
  simulatedId,
  type SimulatedOrder,
  type Simulation,
  type EmitEvent,
} from './payments.ts'

/** The keys of the shop. */
export interface RazorpayKeys {
  keyId: string
  keySecret: string
  webhookSecret: string
}

/** A simulated Razorpay, /v1 and the checkout: it behaves like the real one, but moves no money. */
export function createRazorpay({
  deliver,
  ...keys
}: RazorpayKeys & { deliver: (delivery: Delivery) => void }) {
  const simulation = openSimulation(signEvents(keys.webhookSecret, deliver))
  const failures: number[] = []
  const routes = new Hono()
    // The script is public; the calls below need the keys.
    .route('/', checkoutRoutes(simulation, keys.keySecret))
    .use('/v1/*', async (c, next) => {
      const status = failures.shift()
      return status === undefined ? next() : c.body('', status as 500)
    })
    .route('/v1', apiRoutes(simulation, keys))
    .onError((error, c) => {
      if (error instanceof HTTPException) return error.getResponse()
      return c.json({ error: { code: 'SERVER_ERROR', description: error.message } }, 500)
    })
  return {
    routes,
    /** Answers the next requests to its api with these statuses, as in an outage. */
    failNext: (...statuses: number[]) => void failures.push(...statuses),
  }
}

const orderSchema = z.object({
  amount: z.int().check(z.gte(100)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  receipt: z.optional(z.string().check(z.maxLength(40))),
  payment: z.optional(z.object({ capture: z.enum(['automatic', 'manual']) })),
})
const amountSchema = z.object({ amount: z.optional(z.int()) })

/** /v1 of Razorpay, as far as this product uses it. */
function apiRoutes(simulation: Simulation, keys: RazorpayKeys) {
  const expected = `Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`
  return new Hono()
    .use(async (c, next) => {
      if (c.req.header('authorization') !== expected)
        throw refusal('Authentication failed', undefined, 401)
      await next()
    })
    .post('/orders', async (c) => {
      const input = read(orderSchema, await c.req.json())
      return c.json(createOrder(simulation, input, input.payment?.capture === 'automatic'))
    })
    .get('/orders/:id/payments', (c) => {
      const { id } = find(simulation.orders, c.req.param('id'))
      const items = [...simulation.payments.values()].filter((payment) => payment.order_id === id)
      return c.json({ entity: 'collection', count: items.length, items })
    })
    .get('/payments/:id', (c) => c.json(find(simulation.payments, c.req.param('id'))))
    .post('/payments/:id/capture', async (c) => {
      const { amount } = read(amountSchema, await c.req.json())
      return c.json(capturePayment(simulation, c.req.param('id'), amount))
    })
    .post('/payments/:id/refund', async (c) => {
      const { amount } = read(amountSchema, await c.req.json().catch(() => ({})))
      return c.json(refundPayment(simulation, c.req.param('id'), amount))
    })
}

function read<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  throw refusal(`The ${field} is not valid.`, field)
}

const paySchema = z.object({
  /** Overrides the setting of the order. */
  capture: z.optional(z.boolean()),
  /** Whether the shop gets a webhook. */
  isTold: z._default(z.boolean(), true),
})

/** Only pages of this machine may frame the checkout, which reports the payment to its parent page. */
const localPages = 'http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:*'

/** The routes of the checkout window. */
function checkoutRoutes(simulation: Simulation, keySecret: string) {
  return new Hono()
    .get('/v1/checkout.js', serveScript(join(import.meta.dirname, 'checkout.js')))
    .get('/checkout', (c) => {
      const order = find(simulation.orders, c.req.query('order_id') ?? '')
      return showPage(c, {
        title: 'Checkout',
        body: checkoutPage(order, c.req.query('name') ?? ''),
        script: 'checkout-window.js',
        policy: { 'frame-ancestors': localPages },
      })
    })
    .post('/checkout/:orderId/pay', async (c) => {
      const { isTold, capture } = paySchema.parse(await c.req.json().catch(() => ({})))
      const simulationToUse = isTold ? simulation : { ...simulation, emit: () => {} }
      const { id, order_id } = pay(simulationToUse, c.req.param('orderId'), capture)
      return c.json({
        razorpay_order_id: order_id,
        razorpay_payment_id: id,
        razorpay_signature: sign(`${order_id}|${id}`, keySecret),
      })
    })
    .post('/checkout/:orderId/fail', (c) => {
      const payment = failToPay(simulation, c.req.param('orderId'))
      const { id, order_id, error_code: code, error_description: description } = payment
      return c.json({ error: { code, description, metadata: { order_id, payment_id: id } } })
    })
}

/** The checkout window, with a button for each outcome. */
const checkoutPage = ({ id, amount, currency, status }: SimulatedOrder, name: string): Html =>
  html`<main class="window checkout" data-order="${id}">
    <h1>${name === '' ? 'Pay' : html`Pay <bdi>${name}</bdi>`} ${formatMinor(amount, currency)}</h1>
    <p class="soft">A checkout of this machine: no money moves.</p>
    ${
      status === 'paid'
        ? html`<p role="status">This order is paid.</p>`
        : html`<div class="endings">
            <button class="primary" disabled data-do="pay">Pay</button>
            <button disabled data-do="fail">Let the bank decline</button>
            <button disabled data-do="lose">Pay, and lose the answer to the page</button>
            <button disabled data-do="lose-all">Pay, and lose the webhook as well</button>
          </div>`
    }
    <p role="status" id="news"></p>
    <button disabled data-do="cancel">Close</button>
  </main>`

/** A webhook, signed and ready to be sent. */
export interface Delivery {
  headers: Record<string, string>
  body: string
}

/** Makes a signed delivery of each event, with a snapshot of its entities. */
function signEvents(secret: string, deliver: (delivery: Delivery) => void): EmitEvent {
  return (event, about) => {
    const entities = Object.entries(about)
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_Simulated00000',
      event,
      contains: entities.map(([name]) => name),
      payload: Object.fromEntries(entities.map(([name, entity]) => [name, { entity }])),
      created_at: Math.floor(Date.now() / 1000),
    })
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-event-id': simulatedId('evt'),
      'x-razorpay-signature': sign(body, secret),
    }
    deliver({ headers, body })
  }
}

const tries = 5

/** Sends deliveries to a shop, and retries each with growing pauses. */
export function deliverTo(url: string, { firstDelayMs = 1000 } = {}) {
  const send = async (request: Delivery) => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const response = await fetch(url, { method: 'POST', ...request }).catch(() => undefined)
      if (response?.ok === true) return
      await delay(firstDelayMs * 2 ** attempt, undefined, { ref: false })
    }
  }
  return (delivery: Delivery) => void send(delivery)
}
