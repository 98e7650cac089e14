import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

import { listAccounts } from '../auth/auth.repo.ts'
import { reconcileEveryMs, reconcileOrders } from '../billing/orders/reconcile-orders.ts'
import { settleDeadSends } from '../channel/settle-dead-sends.ts'
import { failHeld } from '../channel/held-messages.ts'
import { watchChats } from '../chats/watch-chats.ts'
import type { Database } from '../database/database.ts'
import { EmulatorAccounts } from '../identity/emulator-accounts.ts'
import { listDeadTasks } from '../queue/dead-tasks.ts'
import type { Services } from '../services.ts'
import { findAsleep } from '../whatsapp/webhooks/receive-webhooks.ts'
import { repeat, type Repeated } from './repeat.ts'
import { sweep } from './sweep.ts'

const hourMs = 60 * 60 * 1000
/** As late as a reminder may come, and a chat may go back to the assistant. */
const chatsMs = 15_000
/** As late as a webhook may be worked in whose worker was never woken. */
const webhooksMs = 5_000

/** Deletes what is past its time, now and every hour. */
export function sweepHourly(database: Database, log: Logger): Repeated {
  return repeat({
    name: 'sweep',
    everyMs: hourMs,
    log,
    work: async () => {
      log.info(await sweep(database), 'swept')
    },
  })
}

/** Asks for payments of which nobody told us, now and every five minutes. */
export function reconcilePayments(
  services: Pick<Services, 'database' | 'queue' | 'billing' | 'log'>,
): Repeated {
  return repeat({
    name: 'reconciling payments',
    everyMs: reconcileEveryMs,
    log: services.log,
    work: async () => {
      const { asked, settled } = await reconcileOrders(services)
      if (asked > 0) services.log.info({ asked, settled }, 'payments reconciled')
    },
  })
}

/** Does what is due in chats by itself, now and every few seconds. */
export function keepChatsGoing(database: Database, log: Logger): Repeated {
  return repeat({
    name: 'watching chats',
    everyMs: chatsMs,
    log,
    work: async () => {
      const done = await watchChats(database)
      if (Object.values(done).some((count) => count > 0)) log.info(done, 'chats moved on')
    },
  })
}

/** Has messages fail that nobody will try to send any more, now and every few seconds. */
export function settleSends(
  { database, billing, log }: Pick<Services, 'database' | 'billing' | 'log'>,
  boss: PgBoss,
): Repeated {
  return repeat({
    name: 'settling dead sends',
    everyMs: chatsMs,
    log,
    work: async () => {
      const { meter } = billing
      const settled = await settleDeadSends({ database, meter }, await listDeadTasks(boss))
      if (settled > 0) log.warn({ settled }, 'messages could not be sent')
      const given = await failHeld({ database, meter })
      if (given > 0) log.warn({ given }, 'messages waited for their number for too long')
    },
  })
}

/** Has webhooks worked in for which nobody was woken, now and every few seconds. */
export function wakeWebhooks({
  database,
  queue,
  log,
}: Pick<Services, 'database' | 'queue' | 'log'>): Repeated {
  return repeat({
    name: 'waking webhooks',
    everyMs: webhooksMs,
    log,
    work: async () => {
      for (const ownerId of await findAsleep(database.queries)) {
        const options = { singletonKey: ownerId }
        await queue.add(database.queries, 'webhook.apply', { ownerId }, options)
      }
    },
  })
}

/** Gives the local emulator its accounts back, now and whenever it was started anew. */
export function keepAccounts(options: {
  database: Database
  emulatorUrl: string
  project: string
  log: Logger
}): Repeated {
  const { database, emulatorUrl, project, log } = options
  const accounts = new EmulatorAccounts(emulatorUrl, project)
  return repeat({
    name: 'restoring identity accounts',
    everyMs: 1_000,
    log,
    work: async () => {
      const restored = await accounts.restore(await listAccounts(database.queries))
      if (restored > 0) log.info({ restored }, 'identity accounts restored')
    },
  })
}
