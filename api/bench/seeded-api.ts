import { randomBytes } from 'node:crypto'

import { pino } from 'pino'

import { openBilling } from '../src/billing/billing.ts'
import { simulator } from '../src/channel/simulator.ts'
import { createApp } from '../src/create-app.ts'
import type { Database } from '../src/database/database.ts'
import { openEventFeed } from '../src/events/event-feed.ts'
import { verifyEmulatorTokens } from '../src/identity/emulator-tokens.ts'
import { openQueue } from '../src/queue/boss-queue.ts'
import { createSecretBox } from '../src/secrets/secret-box.ts'
import { readSecretKeys } from '../src/secrets/secret-keys.ts'
import { readSettings } from '../src/settings.ts'
import { claimsOf, emulatorToken, project } from '../test/tokens.ts'

const jobs = 1000
const contacts = 100
const phoneNumber = '+15550000001'

type Call = (method: string, path: string, body?: object) => Promise<Response>

/** The api as the server has it, for one owner, without a worker. */
export async function openApi(database: Database) {
  const settings = readSettings({})
  const log = pino({ level: 'silent' })
  const closing = new AbortController()
  const queue = await openQueue(database, log)
  const app = createApp({
    database,
    queue,
    log,
    feed: await openEventFeed(database, () => {}),
    closing: closing.signal,
    billing: openBilling(settings.billing, queue),
    channels: { simulator },
    secretBox: createSecretBox(readSecretKeys(randomBytes(32).toString('base64'))),
    mail: settings.mail,
    isLocal: true,
    verifyToken: verifyEmulatorTokens(project),
    publicUrl: 'http://localhost:3000',
  })
  const authorization = `Bearer ${emulatorToken(claimsOf({ uid: 'bench', phoneNumber }))}`
  const headers = { authorization, 'content-type': 'application/json' }
  const call: Call = async (method, path, body) =>
    app.request(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const close = async () => {
    closing.abort()
    await queue.stop()
  }
  return { app, call, close }
}

/** A profile, jobs, and a message from each contact. */
export async function seed(call: Call): Promise<{ sessionId: string; messageId: string }[]> {
  await call('POST', '/api/auth/profile', { phoneNumber, email: '', name: '' })
  for (let index = 0; index < jobs; index += 1) {
    await call('POST', '/api/jobs', { name: `Job ${index}`, instructions: 'Take bookings.' })
  }
  const chats = []
  for (let index = 0; index < contacts; index += 1) {
    const from = `+9198000${String(index).padStart(5, '0')}`
    const inbound = { from, name: `Contact ${index}`, text: 'Tomorrow at five?' }
    const answer = await call('POST', '/api/dev/simulate/inbound', inbound)
    const { messageId, session } = (await answer.json()) as {
      messageId: string
      session: { id: string }
    }
    chats.push({ messageId, sessionId: session.id })
  }
  return chats
}
