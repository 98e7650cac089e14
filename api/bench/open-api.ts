import { randomBytes } from 'node:crypto'

import { openDatabase } from '@errand/database'
import { pino } from 'pino'

import type { AiProvider } from '../src/ai/ai-provider.ts'
import { scriptedProvider } from '../src/ai/scripted/scripted-provider.ts'
import { openBilling } from '../src/billing/billing.ts'
import { createApp } from '../src/create-app.ts'
import { definition } from '../src/database/definition.ts'
import { openEventFeed } from '../src/events/event-feed.ts'
import { rememberTokens } from '../src/identity/remember-tokens.ts'
import { verifyEmulatorTokens } from '../src/identity/emulator-tokens.ts'
import { openQueue } from '../src/queue/boss-queue.ts'
import { createSecretBox } from '../src/secrets/secret-box.ts'
import { readSecretKeys } from '../src/secrets/secret-keys.ts'
import type { Services } from '../src/services.ts'
import { openGraph } from '../src/simulators/graph/open-graph.ts'
import { openWhatsApp } from '../src/whatsapp/open-whatsapp.ts'
import { readSettings } from '../src/settings.ts'
import { project } from '../test/tokens.ts'

interface OpenWith {
  environment?: NodeJS.ProcessEnv
  ai?: AiProvider
}

/** The api as a server has it, on a database of the bench. */
export async function openApi(
  databaseUrl: string,
  { environment = {}, ai = scriptedProvider }: OpenWith = {},
) {
  const settings = readSettings(environment)
  const log = pino({ level: 'silent' })
  const closing = new AbortController()
  const database = await openDatabase(definition, {
    databaseUrl,
    dataDir: '',
    onIdleError: () => {},
  })
  const queue = await openQueue(database, log)
  const secretBox = createSecretBox(readSecretKeys(randomBytes(32).toString('base64')))
  const publicUrl = 'http://localhost:3000'
  const simulated = openGraph({
    database: () => database,
    secretBox,
    productUrl: publicUrl,
    // Without a socket in between.
    ask: async (url, init) => app.request(new URL(url).pathname, init),
    closing: closing.signal,
  })
  const { graphUrl } = settings
  const whatsApp = openWhatsApp({ database, secretBox, graphUrl, simulated })
  const services: Services = {
    database,
    queue,
    log,
    feed: await openEventFeed(database, () => {}),
    closing: closing.signal,
    billing: openBilling(settings.billing, queue),
    channels: whatsApp.channels,
    whatsApp,
    ai,
    secretBox,
    mail: settings.mail,
    isLocal: true,
    verifyToken: rememberTokens(verifyEmulatorTokens(project)),
    publicUrl,
  }
  const app = createApp(services)
  const close = async () => {
    closing.abort()
    await simulated.simulator.settled()
    await queue.stop()
    await database.close()
  }
  return { app, services, queue, close }
}

export type BenchApi = Awaited<ReturnType<typeof openApi>>
