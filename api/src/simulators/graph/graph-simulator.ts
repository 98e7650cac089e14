import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { accountRoutes } from './account.routes.ts'
import type { Credentials } from './credentials.ts'
import type { Directory } from './directory.ts'
import { describeMedia, mediaRoutes } from './media.routes.ts'
import { messagesRoutes } from './messages.routes.ts'
import { createPhoneNews } from './phone-news.ts'
import { phoneRoutes } from './phone.routes.ts'
import { answerRefusal, GraphRefusal } from './refusal.ts'
import { createSimulation, type Pace } from './simulation.ts'
import { rememberInbound, type Remembered } from './remember-inbound.ts'
import { createDeliveries, type Ask } from './webhooks.ts'

/** A Graph API of one's own: nobody's phone rings, everything else is as it is there. */
export interface GraphSimulator {
  /** /graph is the api that a client asks, /phone what happens on the phones of customers. */
  routes: Hono
  /** Asks it without a socket in between. */
  fetch: Ask
  /** A customer's message that reached the product some other way: his phone shows it too. */
  remember: (message: Remembered) => Promise<void>
  /** Resolves when every webhook that is due was delivered. */
  settled: () => Promise<void>
}

interface SimulatorOptions {
  directory: Directory
  credentialsOf: (ownerId: string) => Credentials
  /** Where the product takes webhooks, and how it is asked. */
  webhookUrl: string
  ask: Ask
  pace?: Pace
  closing: AbortSignal
}

/** A phone that is a moment away, and a webhook that may be down for as long as a restart takes. */
const usualPace: Pace = { deliveredMs: 300, retryMs: 1000 }

const maxBytes = 24 * 1024 * 1024

/** Never for production: everybody who reaches it may write as anybody. */
export function createGraphSimulator(options: SimulatorOptions): GraphSimulator {
  const { ask, pace = usualPace, closing, ...rest } = options
  const deliveries = createDeliveries({ ask, retryMs: pace.retryMs, closing })
  const news = createPhoneNews()
  const simulation = createSimulation({ ...rest, pace, closing, deliveries, news })
  const graph = new Hono()
    .get('/:version/:id', (c, next) => {
      const { id } = c.req.param()
      // The ids of media are of a kind of their own.
      return id.startsWith('7') ? describeMedia(c, simulation, id) : next()
    })
    .route('/', mediaRoutes(simulation))
    .route('/', messagesRoutes(simulation))
    .route('/', accountRoutes(simulation, ask))
  const routes = new Hono()
    .use(bodyLimit({ maxSize: maxBytes }))
    .route('/graph', graph)
    .route('/phone', phoneRoutes(simulation))
    .onError((error, c) => {
      if (error instanceof GraphRefusal) return answerRefusal(c, error)
      const fault = { code: 1, title: 'An unknown error occurred', details: error.message }
      return answerRefusal(c, new GraphRefusal(fault, 500))
    })
  return {
    routes,
    fetch: async (url, init) => {
      const { pathname, search } = new URL(url)
      return routes.request(`${pathname.replace(/^\/simulator/, '')}${search}`, init)
    },
    remember: (message) => rememberInbound(simulation, message),
    settled: deliveries.settled,
  }
}
