import { randomBytes } from 'node:crypto'
import { once } from 'node:events'

import { openDatabase } from '@errand/database'

import { openBilling } from '../src/billing/billing.ts'
import type { Channel } from '../src/channel/channel.ts'
import { definition } from '../src/database/definition.ts'
import { createLog } from '../src/log/create-log.ts'
import { openQueue } from '../src/queue/boss-queue.ts'
import { startWork } from '../src/queue/start-work.ts'
import { createSecretBox } from '../src/secrets/secret-box.ts'
import { readSecretKeys } from '../src/secrets/secret-keys.ts'
import { readSettings } from '../src/settings.ts'

// A worker whose provider is its parent: it hears of each message that is sent, and the answer to
// the one that HANG_AT counts comes when the parent says so.
const hangAt = Number(process.env['HANG_AT'] ?? Infinity)
let sendings = 0

const simulator: Channel = {
  send: async ({ reference }) => {
    process.send?.(reference)
    sendings += 1
    if (sendings === hangAt) await once(process, 'message')
    return { providerId: `sim.${reference}`, known: ['delivered'] }
  },
}

const log = createLog('silent')
const onIdleError = () => {}
const settings = readSettings(process.env)
const database = await openDatabase(definition, { ...settings, onIdleError })
const queue = await openQueue(database, log)
const billing = openBilling(settings.billing, queue)
const secretBox = createSecretBox(readSecretKeys(randomBytes(32).toString('base64')))
const work = await startWork(
  { database, queue, log, billing, channels: { simulator }, secretBox, mail: settings.mail },
  queue,
)
process.once('SIGTERM', async () => {
  const stopped = work.stop(10_000)
  process.send?.('stopping')
  await stopped
  await queue.stop()
  await database.close()
  process.exit(0)
})
