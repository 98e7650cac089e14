import { Hono } from 'hono'

import { apiRoutes } from './api.routes.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import { emptyState } from './ledger.ts'
import { answerRefusal, Refusal } from './refusal.ts'
import { signEvents, type Delivery } from './webhooks.ts'

/** The keys that the shop was given. */
export interface RazorpayKeys {
  keyId: string
  keySecret: string
  webhookSecret: string
}

interface RazorpayOptions extends RazorpayKeys {
  /** Takes each signed event to the shop. */
  deliver: (delivery: Delivery) => void
}

/** A Razorpay of one's own: no money moves, everything else is as it is there. */
export interface SimulatedRazorpay {
  routes: Hono
  /** The next requests to its api are answered with these statuses, as in an outage. */
  failNext: (...statuses: number[]) => void
}

/** /v1 and the checkout, wherever they are mounted. */
export function createRazorpay(options: RazorpayOptions): SimulatedRazorpay {
  const { keySecret, webhookSecret, deliver } = options
  const simulation = { state: emptyState(), tell: signEvents(webhookSecret, deliver) }
  const failures: number[] = []
  const routes = new Hono()
    // The script is for everybody; the calls below it are for who has the keys.
    .route('/', checkoutRoutes(simulation, keySecret))
    .use('/v1/*', async (c, next) => {
      const status = failures.shift()
      return status === undefined ? next() : c.body('', status as 500)
    })
    .route('/v1', apiRoutes(simulation, options))
    .onError((error, c) => {
      if (error instanceof Refusal) return answerRefusal(c, error)
      return c.json({ error: { code: 'SERVER_ERROR', description: error.message } }, 500)
    })
  return { routes, failNext: (...statuses) => void failures.push(...statuses) }
}
