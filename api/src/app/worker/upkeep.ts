import { setTimeout as delay } from 'node:timers/promises'

import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

import { findUsersToPurge, listAccounts, purgeUser } from '../../modules/account/account.repo.ts'
import { sweepPastTrials } from '../../modules/account/account.service.ts'
import { sweepActivity } from '../../modules/account/activity/activity.repo.ts'
import { sweepSignIns } from '../../modules/account/sign-ins/sign-ins.repo.ts'
import { failStaleCallbacks } from '../../modules/assistant/callback.ts'
import { reconcileEveryMs, reconcileOrders } from '../../modules/billing/orders/reconcile-orders.ts'
import { failStaleEmails } from '../../modules/chats/email/emails.repo.ts'
import { sweepEarlyChanges } from '../../modules/chats/messages/messages.repo.ts'
import { deleteOldChats } from '../../modules/chats/retention.ts'
import { runChatTimers } from '../../modules/conversations/run-chat-timers.ts'
import { purgeJobs } from '../../modules/jobs/jobs.repo.ts'
import { failHeld, settleDeadSends } from '../../modules/whatsapp/held-messages.ts'
import {
  findOwnersWithStalledWebhooks,
  sweepWebhooks,
} from '../../modules/whatsapp/webhooks/apply-webhooks.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { sweepEvents } from '../../platform/events/events.repo.ts'
import { sweepFiles } from '../../platform/files/files.service.ts'
import { sweepIdempotencyKeys } from '../../platform/http/idempotency.ts'
import { sweepRateLimits } from '../../platform/http/request-limits.ts'
import { type Account, EmulatorAccounts } from '../../platform/identity/emulator-accounts.ts'
import { listDeadTasks } from '../../platform/queue/dead-tasks.ts'
import { runAs } from '../../platform/watchdog/watchdog.ts'
import type { Services } from '../services.ts'

/** What is deleted when its time is over. */
type StoredData = Pick<Services, 'database' | 'fileStore'>

const minuteMs = 60 * 1000
const hourMs = 60 * minuteMs
/** How late a reminder, or a chat's return to the assistant, may be. */
const chatTimersEveryMs = 15_000

/** Deletes expired data, now and every hour. */
export function sweepHourly(stored: StoredData, log: Logger): RepeatedWork {
  return repeat({
    name: 'sweep',
    everyMs: hourMs,
    log,
    work: async () => {
      log.info(await sweep(stored), 'swept')
    },
  })
}

/** Asks the provider about payments without a webhook, now and every five minutes. */
export function reconcilePayments(
  services: Pick<Services, 'database' | 'queue' | 'billing' | 'log'>,
): RepeatedWork {
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

/** Runs the timers of chats, now and every few seconds. */
export function repeatChatTimers({
  database,
  queue,
  log,
}: Pick<Services, 'database' | 'queue' | 'log'>): RepeatedWork {
  return repeat({
    name: 'watching chats',
    everyMs: chatTimersEveryMs,
    log,
    work: async () => {
      const done = await runChatTimers({ database, queue })
      if (Object.values(done).some((count) => count > 0)) log.info(done, 'chats moved on')
    },
  })
}

/** Fails messages that no task will send any more, now and every few seconds. */
export function repeatDeadSends(
  { database, queue, billing, log }: Pick<Services, 'database' | 'queue' | 'billing' | 'log'>,
  boss: PgBoss,
): RepeatedWork {
  return repeat({
    name: 'settling dead sends',
    everyMs: chatTimersEveryMs,
    log,
    work: async () => {
      const { meter } = billing
      const settled = await settleDeadSends({ database, meter, queue }, await listDeadTasks(boss))
      if (settled > 0) log.warn({ settled }, 'messages could not be sent')
      const given = await failHeld({ database, meter, queue })
      if (given > 0) log.warn({ given }, 'messages waited for their number for too long')
    },
  })
}

/** Queues webhooks whose task is lost, now and every minute. */
export function resumeWebhooks({
  database,
  queue,
  log,
}: Pick<Services, 'database' | 'queue' | 'log'>): RepeatedWork {
  return repeat({
    name: 'resuming webhooks',
    everyMs: minuteMs,
    log,
    work: async () => {
      for (const ownerId of await findOwnersWithStalledWebhooks(database.queries)) {
        const options = { singletonKey: ownerId }
        await queue.add(database.queries, 'webhook.apply', { ownerId }, options)
      }
    },
  })
}

/** Restores the accounts of the local identity emulator, now and whenever it was restarted. */
export function keepAccounts(options: {
  database: Database
  emulatorUrl: string
  project: string
  log: Logger
}): RepeatedWork {
  const { database, emulatorUrl, project, log } = options
  const accounts = new EmulatorAccounts(emulatorUrl, project)
  let listed: Account[] = []
  return repeat({
    name: 'restoring identity accounts',
    everyMs: 1_000,
    log,
    work: async () => {
      if (listed.length > 0 && (await accounts.knowsAll(listed))) return
      listed = await listAccounts(database.queries)
      const restored = await accounts.restore(listed)
      if (restored > 0) log.info({ restored }, 'identity accounts restored')
    },
  })
}

/** For how long a deleted job can be restored. */
const jobRetentionMs = 30 * 24 * 60 * 60 * 1000

/** For how long a page may be disconnected and still catch up by events. */
const eventRetentionMs = 24 * 60 * 60 * 1000

/**
 * Deletes expired data for good. Each step, and each account, has its own transaction, so that a failure
 * does not stop the others; it is thrown after all were tried.
 */
export async function sweep(
  { database, fileStore }: StoredData,
  now: Date = new Date(),
): Promise<{ users: number; jobs: number }> {
  const failed: { step: string; error: unknown }[] = []
  const attempt = async <T>(step: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      failed.push({ step, error })
      return undefined
    }
  }
  for (const [step, work] of Object.entries(steps)) {
    await attempt(step, () => database.transaction((queries) => work(queries, now)))
  }
  const leaving = await attempt('accounts', () => findUsersToPurge(database.queries, now))
  let users = 0
  for (const id of leaving ?? []) {
    users += (await attempt('accounts', () => purgeUser(database.queries, id))) ?? 0
  }
  const archivedBefore = new Date(now.getTime() - jobRetentionMs)
  const purge = () => database.transaction((queries) => purgeJobs(queries, archivedBefore))
  const jobs = (await attempt('jobs', purge)) ?? 0
  await attempt('emails', () => failStaleEmails(database, now))
  await attempt('webhooks', () => failStaleCallbacks(database, now))
  await attempt('chats', () => deleteOldChats(database, now))
  // The last one, as the steps before it leave files without an owner.
  await attempt('files', () => sweepFiles({ database, fileStore }, now))
  if (failed.length === 0) return { users, jobs }
  const names = [...new Set(failed.map(({ step }) => step))]
  throw new AggregateError(
    failed.map(({ error }) => error),
    `Not swept: ${names.join(', ')}`,
  )
}

const steps: Record<string, (queries: Queries, now: Date) => Promise<unknown>> = {
  answers: sweepIdempotencyKeys,
  events: (queries, now) => sweepEvents(queries, new Date(now.getTime() - eventRetentionMs)),
  'rate limits': sweepRateLimits,
  trials: sweepPastTrials,
  'sign-ins': sweepSignIns,
  activity: sweepActivity,
  webhooks: sweepWebhooks,
  'early changes': sweepEarlyChanges,
}

/** Work that is repeated in the background. */
export interface RepeatedWork {
  /** Resolves after the first round, even if it failed. */
  firstRound: Promise<void>
  /** Ends after the round that is running. */
  stop: () => Promise<void>
}

/** Repeats work, with a pause after each round; a failed round is logged. */
export function repeat(options: {
  name: string
  everyMs: number
  work: () => Promise<void>
  log: Logger
}): RepeatedWork {
  const { name, everyMs, work, log } = options
  const stopping = new AbortController()
  const firstRound = Promise.withResolvers<void>()
  const ended = run()
  return {
    firstRound: firstRound.promise,
    stop: async () => {
      stopping.abort()
      await ended
    },
  }

  async function run(): Promise<void> {
    let hasFailed = false
    while (!stopping.signal.aborted) {
      try {
        await runAs(() => ({ name }), work)
        hasFailed = false
      } catch (err) {
        // Logged once for a series of failures.
        if (!hasFailed) log.warn({ err }, `${name} failed`)
        hasFailed = true
      }
      firstRound.resolve()
      await delay(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
}
