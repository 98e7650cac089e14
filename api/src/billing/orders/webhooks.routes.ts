import { Hono } from 'hono'
import * as z from 'zod/mini'

import { describe } from '../../docs/describe.ts'
import type { RequestEnv } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import { receiveRazorpayEvent } from './razorpay-webhook.ts'

const receivedSchema = z.object({ success: z.literal(true) })

/** /api/webhooks/razorpay: where the payment provider tells what happened. */
export function paymentWebhookRoutes(services: Services) {
  return new Hono<RequestEnv>().post(
    '/razorpay',
    describe({
      tag: 'Billing',
      summary: 'Receive an event of the payment provider',
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
