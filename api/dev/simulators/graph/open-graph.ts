import { and, desc, eq, isNull, max, or } from 'drizzle-orm'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'

import { toPreferences } from '../../../src/modules/account/settings-view.ts'
import { listTemplates, type TemplateRow } from '../../../src/modules/chats/templates.repo.ts'
import type { GraphEndpoint } from '../../../src/modules/whatsapp/whatsapp-channel.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { chatSessions, contacts, users } from '../../../src/platform/database/schema.ts'
import type { Fetch } from '../../../src/platform/http/fetch-limited.ts'
import type { SecretBox } from '../../../src/platform/secrets/secret-box.ts'
import { createFacebook } from '../facebook/create-facebook.ts'
import { graphRoutes } from './graph.routes.ts'
import { phoneRoutes } from './phone.routes.ts'
import { rememberInbound, type RememberedMessage } from './phone.ts'
import { refusal } from './refusal.ts'
import { simulatedCredentials, ownerIdOf, userIdOf } from './simulated-ids.ts'
import {
  createSimulation,
  maxListed,
  type Directory,
  type Pace,
  type SimulationOptions,
  type SimulatedTemplate,
} from './simulation.ts'
import { createDeliveries } from './webhooks.ts'

interface GraphDeps extends Pick<SimulatorOptions, 'ask' | 'pace' | 'closing'> {
  database: () => Database
  secretBox: SecretBox
  /** The product's own URL, which receives the webhooks. */
  productUrl: string
}

/** The path of the simulated Graph API. */
export const graphPath = '/simulator/graph/v25.0'

/** The Graph API in this process, for a developer's machine. */
export function openGraph({ database, secretBox, productUrl, ...rest }: GraphDeps) {
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
export type GraphSimulator = ReturnType<typeof createGraphSimulator>

interface SimulatorOptions extends Omit<SimulationOptions, 'deliver' | 'pace'> {
  /** Calls the webhooks. */
  ask: Fetch
  pace?: Pace
}

/** Messages arrive after a moment, and webhooks are retried for as long as a restart takes. */
const defaultPace: Pace = { deliveredMs: 300, retryMs: 1000 }

const maxBytes = 24 * 1024 * 1024

/** Never for production: everybody who can reach it may write as any contact. */
export function createGraphSimulator(options: SimulatorOptions) {
  const { ask, pace = defaultPace, closing, ...rest } = options
  const { deliver, settled } = createDeliveries({ ask, retryMs: pace.retryMs, closing })
  const simulation = createSimulation({ ...rest, pace, closing, deliver })
  const facebook = createFacebook(simulation)
  const graph = new Hono().route('/', facebook.graph).route('/', graphRoutes(simulation, ask))
  const routes = new Hono()
    .use(bodyLimit({ maxSize: maxBytes, onError: () => unknownError('Payload Too Large') }))
    .route('/graph', graph)
    .route('/facebook', facebook.pages)
    .route('/phone', phoneRoutes(simulation))
    .onError((error) =>
      error instanceof HTTPException ? error.getResponse() : unknownError(error.message),
    )
  return {
    /** /graph is the api for clients, /phone controls the phones of contacts. */
    routes,
    /** Calls it without a socket. */
    fetch: (async (url, init) => {
      const { pathname, search } = new URL(url)
      return routes.request(`${pathname.replace(/^\/simulator/, '')}${search}`, init)
    }) satisfies Fetch,
    /** Shows a contact's message on the phone that reached the product in another way. */
    remember: (message: RememberedMessage) => rememberInbound(simulation, message),
    /** Resolves when all webhooks are delivered. */
    settled,
  }
}

const unknownError = (details: string) =>
  refusal(1, 'An unknown error occurred', { details, status: 500 }).getResponse()

/** Reads the businesses from the product's database: every owner has a simulated number. */
function productDirectory(database: () => Database): Directory {
  const list = async (ownerId?: string) => {
    const rows = await database()
      .queries.select({ ownerId: users.id, preferences: users.preferences, name: users.name })
      .from(users)
      .where(
        and(isNull(users.deletedAt), ownerId === undefined ? undefined : eq(users.id, ownerId)),
      )
      // The newest owner is probably the one who is trying it out.
      .orderBy(desc(users.createdAt))
      .limit(maxListed)
    return rows.map(({ preferences, name, ...row }) => ({
      ...row,
      name: toPreferences(preferences).business.name || name || 'Business',
    }))
  }
  return {
    find: async (ownerId) => (await list(ownerId))[0],
    list: () => list(),
    templates: async (ownerId) => {
      const rows = await listTemplates(database().queries, ownerId)
      return rows.map(toSimulated)
    },
    lastInboundAt: async ({ ownerId, displayNumber }, waId) => {
      const isNamed = or(
        eq(contacts.phoneNumber, `+${waId}`),
        eq(contacts.userId, userIdOf(displayNumber, waId)),
      )
      const [row] = await database()
        .queries.select({ at: max(chatSessions.lastInboundAt) })
        .from(chatSessions)
        .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
        .where(and(eq(contacts.ownerId, ownerId), isNamed))
      return row?.at ?? undefined
    },
  }
}

function toSimulated(row: TemplateRow): SimulatedTemplate {
  const { name, language, status, category, parameterFormat, body, variables, buttons } = row
  const isNamed = parameterFormat === 'NAMED'
  const examples = variables.map(({ name: param_name, example }) =>
    isNamed ? { param_name, example } : example,
  )
  const example = isNamed ? { body_text_named_params: examples } : { body_text: [examples] }
  return {
    id: `${name}.${language}`,
    name,
    language,
    status,
    category,
    parameter_format: parameterFormat,
    components: [
      ...(row.header === null ? [] : [{ type: 'HEADER', format: 'TEXT', text: row.header }]),
      { type: 'BODY', text: body, ...(variables.length > 0 && { example }) },
      ...(row.footer === null ? [] : [{ type: 'FOOTER', text: row.footer }]),
      ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons }]),
    ],
  }
}
