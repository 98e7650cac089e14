import { Hono } from 'hono'
import * as z from 'zod/mini'

import { sign } from '../razorpay/signature.ts'
import { failToPay, pay, type Simulation } from './payments.ts'

const paySchema = z.object({
  method: z.optional(z.string()),
  /** Overrules what the order says. */
  capture: z.optional(z.boolean()),
})

/** /checkout: what somebody does in Razorpay's window, and what the window gives to the page. */
export function checkoutRoutes(simulation: Simulation, keySecret: string) {
  return new Hono()
    .post('/:orderId/pay', async (c) => {
      const options = paySchema.parse(await c.req.json().catch(() => ({})))
      const { id, order_id } = pay(simulation, c.req.param('orderId'), options)
      return c.json({
        razorpay_order_id: order_id,
        razorpay_payment_id: id,
        razorpay_signature: sign(`${order_id}|${id}`, keySecret),
      })
    })
    .post('/:orderId/fail', (c) => {
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
