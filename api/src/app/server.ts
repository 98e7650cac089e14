import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { isConnectionError, openDatabase } from '@errand/database'
import { connectionTimes, limitArrival } from '@errand/serving'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'

import { openSignIns } from '../modules/account/sign-ins/sign-ins.ts'
import { chooseProvider } from '../modules/ai/choose-provider.ts'
import { openBilling } from '../modules/billing/billing.ts'
import { openWhatsApp } from '../modules/whatsapp/whatsapp-channel.ts'
import { definition } from '../platform/database/definition.ts'
import { openEventFeed } from '../platform/events/events.repo.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { CallSlots } from '../platform/http/call-slots.ts'
import type { RequestEnv } from '../platform/http/context.ts'
import { tooLargeAnswers } from '../platform/http/fetch-limited.ts'
import { limitUsers } from '../platform/http/request-limits.ts'
import { createAskProvider, type AskProvider } from '../platform/identity/ask-provider.ts'
import {
  firebaseKeys,
  verifyEmulatorTokens,
  verifyFirebaseTokens,
} from '../platform/identity/tokens.ts'
import { createLog } from '../platform/log/create-log.ts'
import { createPushSender } from '../platform/push/push-sender.ts'
import { openQueue } from '../platform/queue/boss-queue.ts'
import { createSecretBox, openKeyFile } from '../platform/secrets/secret-box.ts'
import type { Tracing } from '../platform/tracing/start-tracing.ts'
import { startWatchdog } from '../platform/watchdog/watchdog.ts'
import { createApp } from './create-app.ts'
import { watchDisk } from './health/disk-room.ts'
import type { Services } from './services.ts'
import { readSettings, type Settings } from './settings.ts'
import { startWork } from './worker/start-work.ts'
import { keepAccounts } from './worker/upkeep.ts'

/** For how long requests and tasks may take to end. */
const graceMs = 10_000

try {
  await start()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message}\n`)
  // Nothing has to be closed: PostgreSQL tolerates a process that ends.
  if (process.send === undefined) process.exit(1)
  process.send({ type: 'failed', message }, () => process.exit(1))
}

async function start(): Promise<void> {
  const given = readSettings(process.env)
  const dev = await loadDev(given)
  const settings =
    dev === undefined ? given : readSettings(process.env, dev.simulatedEnvironment(given))
  const { project, emulatorUrl, publicUrl, graphUrl, metaApp } = settings
  let isDatabaseLost = false
  const isKnown = (error: unknown) => isDatabaseLost && isConnectionError(error)
  const log = createLog(settings.logLevel, undefined, isKnown)
  tooLargeAnswers.subscribe((err) => log.warn({ err }, 'an answer from outside is too large'))
  const { maxBlockedMs, healthPort, hostname } = settings
  const watchdog = startWatchdog(log, {
    maxBlockedMs,
    health: healthPort === undefined ? undefined : { port: healthPort, hostname },
  })
  await watchdog.ready
  const tracing = await openTracing(settings, log)
  const database = await openDatabase(definition, {
    ...settings,
    onLost(err) {
      log.warn({ err }, 'the database is away')
      isDatabaseLost = true
    },
    onRestored() {
      isDatabaseLost = false
      log.info('the database is back')
    },
  })
  const secretBox = createSecretBox(settings.secretKeys ?? (await openKeyFile(settings.dataDir)))
  const fileStore = openFileStore(settings.files)
  const queue = await openQueue(database, log, { isWorker: settings.worker !== 'off' })
  const closing = new AbortController()
  const feed = await openEventFeed(database)
  const signIns = await openSignIns({ database, queue, feed, log, askProvider: askBy(settings) })
  if (settings.identityKey === undefined && emulatorUrl === undefined)
    log.warn('without FIREBASE_API_KEY users who are disabled at Firebase stay signed in')
  const isOfProvider =
    emulatorUrl === undefined
      ? verifyFirebaseTokens(project, firebaseKeys())
      : verifyEmulatorTokens(project)
  const verifyToken = signIns.guard(isOfProvider, limitUsers(settings.limits))
  const parts = { database, queue, verifyToken, secretBox, closing: closing.signal }
  const local = await dev?.openDev(parts, settings)
  const simulated = local?.whatsApp
  const whatsApp = openWhatsApp({ database, fileStore, secretBox, graphUrl, metaApp, simulated })
  const services: Services = {
    database,
    ...(settings.databaseUrl === undefined && {
      hasRoom: watchDisk(join(settings.dataDir, 'postgres')),
    }),
    fileStore,
    queue,
    feed,
    closing: closing.signal,
    callSlots: new CallSlots(),
    billing: openBilling(settings.billing, queue),
    channels: whatsApp.channels,
    whatsApp,
    ai: chooseProvider(settings.ai),
    secretBox,
    mail: settings.mail,
    mailSender: settings.mailSender,
    push: createPushSender({ database, secretBox, ...settings.push }),
    limits: settings.limits,
    local: local?.routes,
    verifyToken,
    signIns,
    log,
    publicUrl,
    phonePage: settings.phonePage,
    isGraphSimulated: settings.isGraphSimulated,
    signup: settings.signup,
    tracing,
    watchdog,
    metricsToken: settings.metricsToken,
  }
  const work = settings.worker === 'off' ? undefined : await startWork(services, queue)
  const http = settings.worker === 'only' ? undefined : await serve(services, settings)
  log.info({ worker: settings.worker, port: http && settings.port }, 'started')

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    closing.abort()
    // In parallel: running requests may still add tasks, but no worker claims new ones.
    await Promise.all([http?.stop(), work?.stop(graceMs), local?.stop()])
    await queue.stop()
    await database.close()
    await tracing?.stop()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // The parent process has ended.
  process.once('disconnect', stop)
  process.send?.({ type: 'ready' })
}

/** Loaded only if configured, so that a start without tracing stays fast. */
async function openTracing(
  { tracesEndpoint, serviceName }: Settings,
  log: Logger,
): Promise<Tracing | undefined> {
  if (tracesEndpoint === undefined) return undefined
  const { startTracing } = await import('../platform/tracing/start-tracing.ts')
  return startTracing(tracesEndpoint, serviceName, log)
}

/** How the identity provider is asked about users; undefined without a key, which the emulator does not need. */
function askBy({ identityKey, emulatorUrl }: Settings): AskProvider | undefined {
  const apiKey = emulatorUrl === undefined ? identityKey : 'local'
  return apiKey === undefined ? undefined : createAskProvider({ apiKey, emulatorUrl })
}

/** Loads the simulators on a developer's machine; nothing of their folder is loaded in production. */
async function loadDev({ emulatorUrl }: Settings) {
  return emulatorUrl === undefined ? undefined : import('../../dev/open-dev.ts')
}

/** Serves requests, after the emulator's accounts are restored: otherwise a reload would sign users out. */
async function serve(services: Services, settings: Settings) {
  const { emulatorUrl, project, drainMs } = settings
  const { database, log } = services
  const accounts =
    emulatorUrl === undefined ? undefined : keepAccounts({ database, emulatorUrl, project, log })
  await accounts?.firstRound
  const server = await listen(createApp(services), settings)
  return {
    stop: async () => {
      // Until the load balancer has noticed that this process is not ready any more.
      if (drainMs > 0) await delay(drainMs)
      await Promise.all([server.stop(), accounts?.stop()])
    },
  }
}

/** Serves the API on a port; rejects with one sentence if that fails. */
async function listen(
  app: Hono<RequestEnv>,
  { port, hostname }: { port: number; hostname: string },
) {
  const server = createServer(connectionTimes, getRequestListener(limitArrival(app.fetch)))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error: NodeJS.ErrnoException) => {
    reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use.`) : error)
  })
  server.on('request', (_request, response) => {
    response.once('close', () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
  })
  server.listen(port, hostname, resolve)
  await promise
  // Accepts no more requests; resolves when the running ones are answered, or after ten seconds.
  return { stop: () => close(server) }
}

/** Closes the server, and after a grace time also its busy connections. */
async function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await promise
  clearTimeout(timer)
}
