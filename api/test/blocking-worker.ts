import { openDatabase } from '@errand/database'

import { readSettings } from '../src/app/settings.ts'
import { definition } from '../src/platform/database/definition.ts'
import { createLog } from '../src/platform/log/create-log.ts'
import { openQueue } from '../src/platform/queue/boss-queue.ts'
import { startWatchdog } from '../src/platform/watchdog/watchdog.ts'

// A worker one of whose tasks never ends, while another one waits.
const log = createLog('info')
startWatchdog(log, { maxBlockedMs: 2_000, health: undefined })
const settings = readSettings(process.env)
const database = await openDatabase(definition, { ...settings, onLost() {} })
const queue = await openQueue(database, log)
await queue.work({
  'email.send': () => new Promise(() => {}),
  'webhook.post': async () => {
    for (;;) {
      // Nothing else runs.
    }
  },
})
await queue.add(database.queries, 'email.send', { emailId: 'one' })
await queue.add(database.queries, 'webhook.post', { webhookId: 'one' })
