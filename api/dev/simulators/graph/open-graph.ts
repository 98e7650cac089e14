import { and, desc, eq, isNull, or } from 'drizzle-orm'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import { toPreferences } from '../../../src/modules/account/settings-view.ts'
import { listTemplates, type TemplateRow } from '../../../src/modules/chats/templates.repo.ts'
import type { Credentials, GraphEndpoint } from '../../../src/modules/whatsapp/whatsapp-channel.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { chatSessions, contacts, users } from '../../../src/platform/database/schema.ts'
import type { Fetch } from '../../../src/platform/http/fetch-limited.ts'
import type { SecretBox } from '../../../src/platform/secrets/secret-box.ts'
import { createFacebook } from '../facebook/create-facebook.ts'
import { accountRoutes, describeMedia, mediaRoutes, messagesRoutes } from './graph.routes.ts'
import { rememberInbound, type RememberedMessage } from './phone-business.ts'
import { phoneRoutes } from './phone.routes.ts'
import { answerRefusal, GraphRefusal } from './refusal.ts'
import { simulatedCredentials, ownerIdOf, userIdOf } from './simulated-ids.ts'
import {
  createSimulation,
  maxListed,
  type Directory,
  type Pace,
  type SimulatedTemplate,
} from './simulation.ts'
import { createDeliveries } from './webhooks.ts'

interface GraphDeps {
  database: () => Database
  secretBox: SecretBox
  /** The product's own URL, which receives the webhooks. */
  productUrl: string
  ask: Fetch
  pace?: Pace
  closing: AbortSignal
}

/** The path of the simulated Graph API. */
export const graphPath = '/simulator/graph/v25.0'

/** The Graph API in this process, for a developer's machine. */
export function openGraph({ database, secretBox, productUrl, ...rest }: GraphDeps): {
  simulator: GraphSimulator
  place: GraphEndpoint
} {
  const simulator = createGraphSimulator({
    ...rest,
    directory: productDirectory(database),
    credentialsOf: (ownerId) => simulatedCredentials(secretBox, ownerId),
    webhookUrl: `${productUrl}/api/webhooks/whatsapp`,
  })
  const place = endpointAt('http://localhost', secretBox)
  return { simulator, place: { ...place, ask: simulator.fetch } }
}

/** The Graph API of another process on this machine. */
export function endpointAt(origin: string, secretBox: SecretBox): GraphEndpoint {
  const credentialsOf = (ownerId: string) => simulatedCredentials(secretBox, ownerId)
  return { baseUrl: `${origin}${graphPath}`, ask: fetch, simulated: { credentialsOf, ownerIdOf } }
}

/** A simulated Graph API: it behaves like the real one, but sends nothing. */
export interface GraphSimulator {
  /** /graph is the api for clients, /phone controls the phones of contacts. */
  routes: Hono
  /** Calls it without a socket. */
  fetch: Fetch
  /** Shows a contact's message on the phone that reached the product in another way. */
  remember: (message: RememberedMessage) => Promise<void>
  /** Resolves when all webhooks are delivered. */
  settled: () => Promise<void>
}

interface SimulatorOptions {
  directory: Directory
  credentialsOf: (ownerId: string) => Credentials
  /** The product's webhook, and the function that calls it. */
  webhookUrl: string
  ask: Fetch
  pace?: Pace
  closing: AbortSignal
}

/** Messages arrive after a moment, and webhooks are retried for as long as a restart takes. */
const defaultPace: Pace = { deliveredMs: 300, retryMs: 1000 }

const maxBytes = 24 * 1024 * 1024

/** Never for production: everybody who can reach it may write as any contact. */
export function createGraphSimulator(options: SimulatorOptions): GraphSimulator {
  const { ask, pace = defaultPace, closing, ...rest } = options
  const deliveries = createDeliveries({ ask, retryMs: pace.retryMs, closing })
  const simulation = createSimulation({ ...rest, pace, closing, deliveries })
  const facebook = createFacebook(simulation)
  const graph = new Hono()
    .get('/:version/:id', (c, next) => {
      const { id } = c.req.param()
      // Ids of media start with 7.
      return id.startsWith('7') ? describeMedia(c, simulation, id) : next()
    })
    .route('/', facebook.graph)
    .route('/', mediaRoutes(simulation))
    .route('/', messagesRoutes(simulation))
    .route('/', accountRoutes(simulation, ask))
  const routes = new Hono()
    .use(bodyLimit({ maxSize: maxBytes }))
    .route('/graph', graph)
    .route('/facebook', facebook.pages)
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

/** Reads the businesses from the product's database: every owner has a simulated number. */
function productDirectory(database: () => Database): Directory {
  const columns = { ownerId: users.id, preferences: users.preferences, name: users.name }
  const listed = ({ ownerId, preferences, name }: Row) => ({
    ownerId,
    name: toPreferences(preferences).business.name || name || 'Business',
  })
  return {
    find: async (ownerId) => {
      const [row] = await database()
        .queries.select(columns)
        .from(users)
        .where(and(eq(users.id, ownerId), isNull(users.deletedAt)))
      return row && listed(row)
    },
    list: async () => {
      const rows = await database()
        .queries.select(columns)
        .from(users)
        .where(isNull(users.deletedAt))
        // The newest owner is probably the one who is trying it out.
        .orderBy(desc(users.createdAt))
        .limit(maxListed)
      return rows.map(listed)
    },
    templates: async (ownerId) => {
      const rows = await listTemplates(database().queries, ownerId)
      return rows.map(toSimulated)
    },
    lastInboundAt: async ({ ownerId, displayNumber }, waId) => {
      const isNamed = or(
        eq(contacts.phoneNumber, `+${waId}`),
        eq(contacts.userId, userIdOf(displayNumber, waId)),
      )
      const rows = await database()
        .queries.select({ at: chatSessions.lastInboundAt })
        .from(chatSessions)
        .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
        .where(and(eq(contacts.ownerId, ownerId), isNamed))
      const moments = rows.flatMap(({ at }) => at?.getTime() ?? [])
      return moments.length === 0 ? undefined : new Date(Math.max(...moments))
    },
  }
}

type Row = { ownerId: string } & Pick<typeof users.$inferSelect, 'preferences' | 'name'>

function toSimulated(row: TemplateRow): SimulatedTemplate {
  const { name, language, status, category, body, header, footer, buttons, variables } = row
  const examples = variables.map(({ name: blank, example }) =>
    row.parameterFormat === 'NAMED' ? { param_name: blank, example } : example,
  )
  const example =
    row.parameterFormat === 'NAMED'
      ? { body_text_named_params: examples }
      : { body_text: [examples] }
  return {
    id: `${name}.${language}`,
    name,
    language,
    status,
    category,
    parameter_format: row.parameterFormat,
    components: [
      ...(header === null ? [] : [{ type: 'HEADER', format: 'TEXT', text: header }]),
      { type: 'BODY', text: body, ...(variables.length > 0 && { example }) },
      ...(footer === null ? [] : [{ type: 'FOOTER', text: footer }]),
      ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons }]),
    ],
  }
}
