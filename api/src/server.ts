import { openDatabase } from '@errand/database'
import { pino } from 'pino'

import { openBilling } from './billing/billing.ts'
import { renderInvoice } from './billing/invoices/render-invoice.ts'
import { createSendMessage } from './channel/send-message.ts'
import { simulator } from './channel/simulator.ts'
import { createApp } from './create-app.ts'
import { definition } from './database/definition.ts'
import { openEventFeed } from './events/event-feed.ts'
import { verifyEmulatorTokens } from './identity/emulator-tokens.ts'
import { firebaseKeys, verifyFirebaseTokens } from './identity/firebase-tokens.ts'
import { listen } from './listen.ts'
import { openQueue } from './queue/boss-queue.ts'
import { readSettings } from './settings.ts'
import { keepAccounts, keepChatsGoing, reconcilePayments, sweepHourly } from './upkeep/upkeep.ts'

const graceMs = 10_000

try {
  await start()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${message}\n`)
  // Whatever was opened goes with the process; the database is made for that.
  if (process.send === undefined) process.exit(1)
  process.send({ type: 'failed', message }, () => process.exit(1))
}

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const { project, emulatorUrl, publicUrl } = settings
  const log = pino({ level: settings.logLevel, base: { app: 'api' } })
  const database = await openDatabase(definition, {
    ...settings,
    onIdleError: (err) => log.warn({ err }, 'idle database connection lost'),
  })
  const verifyToken =
    emulatorUrl === undefined
      ? verifyFirebaseTokens(project, firebaseKeys())
      : verifyEmulatorTokens(project)
  const queue = await openQueue(database, log)
  const closing = new AbortController()
  const feed = await openEventFeed(database, (err) => log.warn({ err }, 'no news of events'))
  const billing = openBilling(settings.billing)
  const channels = { simulator }
  const services = {
    database,
    queue,
    feed,
    closing: closing.signal,
    billing,
    channels,
    isLocal: emulatorUrl !== undefined,
    verifyToken,
    log,
    publicUrl,
  }
  await queue.work({
    'message.send': createSendMessage({ database, channels, meter: billing.meter }),
    'invoice.render': (task) => renderInvoice(services, task),
  })
  const upkeep = [
    sweepHourly(database, log),
    keepChatsGoing(database, log),
    reconcilePayments(services),
  ]
  if (emulatorUrl !== undefined) {
    const accounts = keepAccounts({ database, emulatorUrl, project, log })
    // A page that reloads before its account is back would sign its user out.
    await accounts.firstRound
    upkeep.push(accounts)
  }
  const server = await listen(createApp(services), settings)
  log.info({ port: settings.port }, 'listening')

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    closing.abort()
    await server.stop(graceMs)
    await Promise.all(upkeep.map((repeated) => repeated.stop()))
    await queue.stop()
    await database.close()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // The parent is gone, however it ended.
  process.once('disconnect', stop)
  process.send?.({ type: 'ready' })
}
