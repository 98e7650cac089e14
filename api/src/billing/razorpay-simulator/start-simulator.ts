import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

import { apiRoutes } from './api.routes.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import { emptyState } from './ledger.ts'
import { answerRefusal, Refusal } from './refusal.ts'
import { signEvents, type Delivery } from './webhooks.ts'

interface SimulatorOptions {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** Takes each signed event to the shop. */
  deliver: (delivery: Delivery) => void
  port?: number
}

/** A Razorpay of one's own: no money moves, everything else is as it is there. */
export interface Simulator {
  url: string
  /** The next requests to its api are answered with these statuses, as in an outage. */
  failNext: (...statuses: number[]) => void
  stop: () => Promise<void>
}

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { keySecret, webhookSecret, deliver, port = 0 } = options
  const simulation = { state: emptyState(), tell: signEvents(webhookSecret, deliver) }
  const failures: number[] = []
  const app = new Hono()
    .use('/v1/*', async (c, next) => {
      const status = failures.shift()
      return status === undefined ? next() : c.body('', status as 500)
    })
    .route('/v1', apiRoutes(simulation, options))
    .route('/checkout', checkoutRoutes(simulation, keySecret))
    .onError((error, c) => {
      if (error instanceof Refusal) return answerRefusal(c, error)
      return c.json({ error: { code: 'SERVER_ERROR', description: error.message } }, 500)
    })
  const server = createServer(getRequestListener(app.fetch))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    failNext: (...statuses) => void failures.push(...statuses),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
