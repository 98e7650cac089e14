import { readFile } from 'node:fs/promises'

import { Hono } from 'hono'
import * as z from 'zod/mini'

import { sign } from '../../billing/razorpay.ts'
import { assetPath } from '../page/assets.routes.ts'
import { showPage } from '../page/page.ts'
import { checkoutPage } from './checkout-page.ts'
import { failToPay, findOrder, pay, type Simulation } from './payments.ts'

const paySchema = z.object({
  method: z.optional(z.string()),
  /** Overrules what the order says. */
  capture: z.optional(z.boolean()),
  /** Whether the shop hears of it by a webhook. */
  isTold: z._default(z.boolean(), true),
})

/** Pages of this machine alone: what was paid is told to the page around the window. */
const localPages = 'http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:*'

/** What somebody does in Razorpay's window, and what the window gives to the page. */
export function checkoutRoutes(simulation: Simulation, keySecret: string) {
  return new Hono()
    .get('/v1/checkout.js', async (c) => {
      const script = await readFile(assetPath('checkout.js'), 'utf8')
      return c.body(script, 200, {
        'content-type': 'text/javascript; charset=utf-8',
        'cross-origin-resource-policy': 'cross-origin',
      })
    })
    .get('/checkout', (c) => {
      const order = findOrder(simulation.state, c.req.query('order_id') ?? '')
      return showPage(c, {
        title: 'Checkout',
        body: checkoutPage(order, c.req.query('name') ?? ''),
        script: 'checkout-window.js',
        policy: { 'frame-ancestors': localPages },
      })
    })
    .post('/checkout/:orderId/pay', async (c) => {
      const { isTold, ...options } = paySchema.parse(await c.req.json().catch(() => ({})))
      const heard = isTold ? simulation : { ...simulation, tell: () => {} }
      const { id, order_id } = pay(heard, c.req.param('orderId'), options)
      return c.json({
        razorpay_order_id: order_id,
        razorpay_payment_id: id,
        razorpay_signature: sign(`${order_id}|${id}`, keySecret),
      })
    })
    .post('/checkout/:orderId/fail', (c) => {
      const payment = failToPay(simulation, c.req.param('orderId'))
      return c.json({
        error: {
          code: payment.error_code,
          description: payment.error_description,
          source: payment.error_source,
          step: payment.error_step,
          reason: payment.error_reason,
          metadata: { order_id: payment.order_id, payment_id: payment.id },
        },
      })
    })
}
