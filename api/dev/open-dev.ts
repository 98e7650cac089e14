import { Hono } from 'hono'

import type { LocalRoutes } from '../src/app/services.ts'
import type { Settings } from '../src/app/settings.ts'
import type { GraphEndpoint } from '../src/modules/whatsapp/whatsapp-channel.ts'
import type { Database } from '../src/platform/database/database.ts'
import type { VerifyToken } from '../src/platform/http/context.ts'
import { localOnly } from '../src/platform/http/local-only.ts'
import type { Queue } from '../src/platform/queue/queue.ts'
import type { SecretBox } from '../src/platform/secrets/secret-box.ts'
import { simulateRoutes } from './simulate.routes.ts'
import { openGraph, endpointAt, type GraphSimulator } from './simulators/graph/open-graph.ts'
import { openSimulators } from './simulators/open-simulators.ts'
import { toSimulatorSettings } from './simulators/simulator-settings.ts'

export { simulatedEnvironment } from './simulators/simulator-settings.ts'

interface DevDeps {
  database: Database
  queue: Queue
  verifyToken: VerifyToken
  secretBox: SecretBox
  closing: AbortSignal
}

/** What the api has only on a developer's machine. */
interface Dev {
  /** The endpoint of the simulated WhatsApp. */
  whatsApp: GraphEndpoint
  /** Undefined in a process without a port. */
  routes?: LocalRoutes
  stop: () => Promise<void>
}

/** Opens the simulators of the outside services; only `server.ts` loads this file. */
export async function openDev(
  { database, queue, verifyToken, ...parts }: DevDeps,
  { port, worker, simulators }: Settings,
): Promise<Dev> {
  const origin = `http://127.0.0.1:${port}`
  // The process with the port runs the simulators; the worker calls them there.
  if (worker === 'only') {
    return { whatsApp: endpointAt(origin, parts.secretBox), stop: async () => {} }
  }
  const opened = simulators && (await openSimulators(toSimulatorSettings(simulators, port)))
  const { simulator, place } = openGraph({
    ...parts,
    database: () => database,
    productUrl: origin,
    ask: fetch,
  })
  return {
    whatsApp: place,
    routes: localRoutes({ database, queue, verifyToken }, simulator, opened?.routes),
    stop: async () => opened?.stop(),
  }
}

/** The routes of the simulated WhatsApp, of direct messages without it, and of the simulators' pages. */
export function localRoutes(
  parts: Pick<DevDeps, 'database' | 'queue' | 'verifyToken'>,
  graph: GraphSimulator,
  pages: Hono = new Hono(),
): LocalRoutes {
  return {
    unlimited: new Hono().use('/simulator/*', localOnly).route('/simulator', graph.routes),
    limited: new Hono()
      .route('/api/dev/simulate', simulateRoutes({ ...parts, graph }))
      .route('/simulator', pages),
  }
}
