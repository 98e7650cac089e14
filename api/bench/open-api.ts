import { randomBytes } from 'node:crypto'

import { openDatabase } from '@errand/database'
import { pino } from 'pino'

import { scriptedProvider } from '../src/ai/scripted/scripted-provider.ts'
import { openBilling } from '../src/billing/billing.ts'
import { simulator } from '../src/channel/simulator.ts'
import { createApp } from '../src/create-app.ts'
import { definition } from '../src/database/definition.ts'
import { openEventFeed } from '../src/events/event-feed.ts'
import { rememberTokens } from '../src/identity/remember-tokens.ts'
import { verifyEmulatorTokens } from '../src/identity/emulator-tokens.ts'
import { openQueue } from '../src/queue/boss-queue.ts'
import { createSecretBox } from '../src/secrets/secret-box.ts'
import { readSecretKeys } from '../src/secrets/secret-keys.ts'
import type { Services } from '../src/services.ts'
import { readSettings } from '../src/settings.ts'
import { project } from '../test/tokens.ts'

/** The api as a server has it, on a database of the bench. */
export async function openApi(databaseUrl: string) {
  const settings = readSettings({})
  const log = pino({ level: 'silent' })
  const closing = new AbortController()
  const database = await openDatabase(definition, {
    databaseUrl,
    dataDir: '',
    onIdleError: () => {},
  })
  const queue = await openQueue(database, log)
  const services: Services = {
    database,
    queue,
    log,
    feed: await openEventFeed(database, () => {}),
    closing: closing.signal,
    billing: openBilling(settings.billing, queue),
    channels: { simulator },
    ai: scriptedProvider,
    secretBox: createSecretBox(readSecretKeys(randomBytes(32).toString('base64'))),
    mail: settings.mail,
    isLocal: true,
    verifyToken: rememberTokens(verifyEmulatorTokens(project)),
    publicUrl: 'http://localhost:3000',
  }
  const close = async () => {
    closing.abort()
    await queue.stop()
    await database.close()
  }
  return { app: createApp(services), services, queue, close }
}

export type BenchApi = Awaited<ReturnType<typeof openApi>>
