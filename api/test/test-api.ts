import { randomBytes } from 'node:crypto'

import { afterAll, beforeAll, expect } from 'vitest'

import { localRoutes } from '../dev/open-dev.ts'
import { openGraph, type GraphSimulator } from '../dev/simulators/graph/open-graph.ts'
import type { Simulators } from '../dev/simulators/open-simulators.ts'
import { createApp } from '../src/app/create-app.ts'
import { readSettings } from '../src/app/settings.ts'
import { openSignIns, type SignIns } from '../src/modules/account/sign-ins/sign-ins.ts'
import type { AiProvider } from '../src/modules/ai/ai-provider.ts'
import { rulesProvider } from '../src/modules/ai/rules/rules-provider.ts'
import { openBilling, type Billing } from '../src/modules/billing/billing.ts'
import type { Meter } from '../src/modules/billing/meter.ts'
import type { Channels } from '../src/modules/chats/channel.ts'
import { openWhatsApp, type WhatsApp } from '../src/modules/whatsapp/whatsapp-channel.ts'
import type { Database } from '../src/platform/database/database.ts'
import { openEventFeed, type EventFeed } from '../src/platform/events/events.repo.ts'
import type { LimitedFileStore } from '../src/platform/files/file-store.ts'
import { openFileStore } from '../src/platform/files/open-file-store.ts'
import { CallSlots } from '../src/platform/http/call-slots.ts'
import { limitUsers, type RequestLimits } from '../src/platform/http/request-limits.ts'
import type { AskProvider } from '../src/platform/identity/ask-provider.ts'
import { verifyEmulatorTokens } from '../src/platform/identity/tokens.ts'
import { createLog } from '../src/platform/log/create-log.ts'
import type { MailRules } from '../src/platform/mail/mail-host.ts'
import type { PushRules } from '../src/platform/push/push-address.ts'
import { createPushSender, type PushSender } from '../src/platform/push/push-sender.ts'
import { openQueue, type BossQueue } from '../src/platform/queue/boss-queue.ts'
import { createSecretBox, readSecretKeys } from '../src/platform/secrets/secret-box.ts'
import { makeStorage, type Storage } from './storage.ts'
import { claimsOf, emulatorToken, project } from './tokens.ts'

/** An answer, read. */
export interface Answer {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on it, which is the check
  body: any
}

interface CallOptions {
  body?: unknown
  headers?: Record<string, string>
}

/** Somebody with a token, and perhaps a profile. */
export interface Person {
  uid: string
  phoneNumber: string
  signedInAt: number
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>
  /** A call whose answer does not end by itself. */
  stream: (path: string, init: RequestInit) => Promise<Response>
  signUp: () => Promise<Answer>
}

/** Somebody with a profile, and the id of the account. */
export interface Owner extends Person {
  id: string
}

type Send = (path: string, init: RequestInit) => Response | Promise<Response>

/** What a person calls with: seconds from its sign-in to `from` (or now), and since its token was issued. */
export interface TestDevice {
  from?: number
  signedInAgo?: number
  issuedAgo?: number
  id?: string
  userAgent?: string
}

export function createPerson(number: number, send: Send, device: TestDevice = {}): Person {
  const identity = { uid: `uid-${number}`, phoneNumber: `+1555${String(number).padStart(7, '0')}` }
  // Kept, as a sign-in is known by its time.
  const auth_time = (device.from ?? claimsOf(identity).auth_time) - (device.signedInAgo ?? 0)
  const authorization = () => {
    const { iat, ...claims } = claimsOf(identity)
    const issuedAt = iat - (device.issuedAgo ?? 0)
    return `Bearer ${emulatorToken({ ...claims, iat: issuedAt, auth_time })}`
  }
  const call: Person['call'] = async (method, path, { body, headers } = {}) => {
    const payload = isRaw(body) ? body : JSON.stringify(body)
    const response = await send(path, {
      method,
      headers: {
        authorization: authorization(),
        ...(device.id !== undefined && { 'x-device-id': device.id }),
        ...(device.userAgent !== undefined && { 'user-agent': device.userAgent }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      // Half duplex is the only kind there is, but a stream has to say so.
      ...(body !== undefined && { body: payload, duplex: 'half' }),
    })
    return readAnswer(response)
  }
  const stream: Person['stream'] = async (path, init) => {
    const headers = new Headers(init.headers)
    headers.set('authorization', authorization())
    return send(path, { ...init, headers })
  }
  const profile = { phoneNumber: identity.phoneNumber, email: '', name: '' }
  return {
    ...identity,
    signedInAt: auth_time,
    call,
    stream,
    signUp: () => call('POST', '/api/auth/profile', { body: profile }),
  }
}

function isRaw(body: unknown): body is string | Blob | ReadableStream {
  return typeof body === 'string' || body instanceof Blob || body instanceof ReadableStream
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  const body: unknown = isJson ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, body }
}

interface TestApiOptions {
  /** The settings of the deployment that matter to the test; asked for when the test begins. */
  environment?: () => Promise<NodeJS.ProcessEnv>
  limits?: RequestLimits
  /** What drafts and answers, instead of the built-in provider. */
  ai?: AiProvider
  /** What the identity provider says of users; it is not asked without it. */
  askProvider?: AskProvider
  /** Opens the simulators beside it. */
  simulators?: () => Promise<Simulators>
}

export const metricsToken = 'metrics-token-of-tests'

/** The whole API on a database of this test file alone. */
export function useTestApi({
  environment = async () => ({}),
  limits,
  ai = rulesProvider,
  askProvider,
  simulators,
}: TestApiOptions = {}) {
  const log: string[] = []
  const logger = createLog('info', { write: (line) => void log.push(line) })
  let storage: Storage
  let database: Database
  let fileStore: LimitedFileStore
  let queue: BossQueue
  let billing: Billing
  const secretBox = createSecretBox(readSecretKeys(randomBytes(32).toString('base64')))
  const mail: MailRules = { isPrivateAllowed: false }
  const pushRules: PushRules = {}
  let push: PushSender
  const channels: Channels = {}
  const closing = new AbortController()
  const publicUrl = 'http://localhost:3000'
  let feed: EventFeed
  let signIns: SignIns
  let opened: Simulators | undefined
  let graph: GraphSimulator
  let whatsApp: WhatsApp
  let app: ReturnType<typeof createApp>
  let people = 0

  beforeAll(async () => {
    storage = await makeStorage()
    database = await storage.open()
    queue = await openQueue(database, createLog('silent'))
    const settings = readSettings({ ...storage.environment, ...(await environment()) })
    fileStore = openFileStore(settings.files)
    billing = openBilling(settings.billing, queue)
    feed = await openEventFeed(database)
    opened = await simulators?.()
    const { simulator, place } = openGraph({
      database: () => database,
      secretBox,
      productUrl: publicUrl,
      // Without a socket in between.
      ask: async (url, init) => app.request(new URL(url).pathname + new URL(url).search, init),
      pace: { deliveredMs: 0, retryMs: 10 },
      closing: closing.signal,
    })
    graph = simulator
    const { graphUrl, metaApp, signup } = settings
    whatsApp = openWhatsApp({
      database,
      fileStore,
      secretBox,
      graphUrl,
      metaApp,
      simulated: place,
    })
    signIns = await openSignIns({ database, queue, feed, log: logger, askProvider })
    const verifyToken = signIns.guard(verifyEmulatorTokens(project), limitUsers(limits))
    Object.assign(channels, whatsApp.channels)
    push = createPushSender({ database, secretBox, subject: publicUrl, rules: pushRules })
    app = createApp({
      database,
      fileStore,
      queue,
      feed,
      closing: closing.signal,
      callSlots: new CallSlots(),
      billing,
      secretBox,
      mail,
      mailSender: settings.mailSender,
      push,
      limits,
      channels,
      whatsApp,
      ai,
      local: localRoutes({ database, queue, verifyToken }, graph, opened?.routes),
      verifyToken,
      signIns,
      metricsToken,
      publicUrl,
      signup,
      log: logger,
    })
  })

  afterAll(async () => {
    closing.abort()
    await graph.settled()
    await opened?.stop()
    await queue.stop()
    await database.close()
    await storage.remove()
  })

  const request = (path: string, init?: RequestInit) => app.request(path, init)

  const newPerson = (): Person => {
    people += 1
    return createPerson(people, request)
  }

  return {
    ai,
    log,
    logger,
    request,
    /** Two ways to ask with what the server knows of the connection. */
    fetch: (sent: Request, bindings: object) => app.fetch(sent, bindings),
    requestWith: (...given: Parameters<typeof app.request>) => app.request(...given),
    newPerson,
    get database(): Database {
      return database
    },
    get fileStore(): LimitedFileStore {
      return fileStore
    },
    get meter(): Meter {
      return billing.meter
    },
    get billing(): Billing {
      return billing
    },
    channels,
    get whatsApp(): WhatsApp {
      return whatsApp
    },
    /** Resolves when the simulated WhatsApp has delivered every webhook that is due. */
    settled: () => graph.settled(),
    publicUrl,
    /** A test that has a mail server of its own allows it here. */
    mail,
    pushRules,
    get push(): PushSender {
      return push
    },
    secretBox,
    openSignIns: () => signIns,
    get feed(): EventFeed {
      return feed
    },
    /** With it another process opens the same database. */
    get environment(): NodeJS.ProcessEnv {
      return storage.environment
    },
    get queue(): BossQueue {
      return queue
    },
    /** The same person on another device, or after another sign-in. */
    onDevice: ({ uid, signedInAt }: Person, device: TestDevice): Person =>
      createPerson(Number(uid.replace('uid-', '')), request, { from: signedInAt, ...device }),
    /** A person with a profile. */
    newOwner: async (): Promise<Owner> => {
      const person = newPerson()
      const { status, body } = await person.signUp()
      expect(status).toBe(201)
      return { ...person, id: body.user.id }
    },
  }
}
