import { isConnectionError } from '@errand/database'
import { sql, type SQL } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type Job } from 'pg-boss'
import type { Logger } from 'pino'

import type { Database, Queries } from '../database/database.ts'
import { withoutPersonalData } from '../log/create-log.ts'
import { runAs } from '../watchdog/watchdog.ts'
import { countDeadTasks, deadQueue } from './dead-tasks.ts'
import {
  taskNames,
  type Queue,
  type TaskCounts,
  type TaskHandlers,
  type TaskName,
  type Tasks,
} from './queue.ts'
import {
  announceDueTask,
  dueChannel,
  type RunningWorker,
  wakeOne,
  wakeWhenDue,
} from './wake-workers.ts'

const supervision = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 }

/**
 * How often a worker polls for tasks that nothing wakes it for, such as retries. New tasks wake a
 * worker at once, and delayed ones when they are due.
 */
const pollSeconds = 5

/** The same where several workers do one kind of task: one that is idle is woken in `pollSeconds`. */
const restingPollSeconds = 60

/** A queue on pg-boss, in the product's own database. */
export interface BossQueue extends Queue {
  boss: PgBoss
  /** Starts workers for these tasks. */
  work: (handlers: Partial<TaskHandlers>) => Promise<void>
  /** Starts no more tasks; resolves when the running ones are done. Tasks can still be added. */
  drain: () => Promise<void>
  /** Stops at once: tasks that still run go to another worker. */
  stop: () => Promise<void>
}

interface QueueOptions {
  concurrency?: Concurrency
  /** Whether this process also recovers tasks of dead workers; false where it only adds tasks. */
  isWorker?: boolean
}

/** Opens the queue; its tables are made on the first start. */
export async function openQueue(
  database: Database,
  log: Logger,
  { concurrency = defaultConcurrency, isWorker = true }: QueueOptions = {},
): Promise<BossQueue> {
  const boss = new PgBoss({
    connectionString: database.url,
    useListenNotify: true,
    schedule: false,
    supervise: isWorker,
    ...supervision,
  })
  boss.on('error', (problem) => {
    const err = toError(problem)
    if (isConnectionError(err)) database.noteLost(err)
    else log.warn({ err }, 'the queue has a problem')
  })
  await boss.start()
  await createQueues(boss)
  const workers: RunningWorker[] = []
  let polling: NodeJS.Timeout | undefined
  return {
    boss,
    add: async (queries, name, data, { startAfter, singletonKey, group } = {}) => {
      const groupId = group ?? (singletonTasks.has(name) ? singletonKey : undefined)
      if (startAfter !== undefined || hasSpares(name))
        await announceDueTask(queries, name, startAfter)
      await boss.send(name, data, {
        db: inTransaction(queries),
        ...(startAfter !== undefined && { startAfter }),
        ...(singletonKey !== undefined && { singletonKey }),
        ...(groupId !== undefined && { group: { id: groupId } }),
      })
    },
    ping: async () => {
      await boss.getQueue(deadQueue)
    },
    counts: () => countTasks(boss),
    work: async (handlers) => {
      await database.listen(dueChannel, (payload) => wakeWhenDue(boss, workers, payload))
      for (const name of taskNames) {
        const handler = handlers[name]
        if (handler === undefined) continue
        const work = withFailureLog({ log, name, handler })
        for (let index = 0; index < (concurrency[name] ?? 1); index += 1) {
          workers.push(await startWorker(boss, { name, work, workers }))
        }
      }
      polling ??= setInterval(() => {
        for (const name of taskNames) if (hasSpares(name)) wakeOne(boss, workers, name)
      }, pollSeconds * 1000).unref()
    },
    drain: async () => {
      clearInterval(polling)
      await Promise.all(taskNames.map((name) => boss.offWork(name, { wait: true })))
    },
    stop: () => {
      clearInterval(polling)
      return boss.stop({ graceful: true, close: true, timeout: 1_000 })
    },
  }
}

/** The library copies a worker's error into a plain object: make it an error again. */
function toError(problem: Error): Error {
  if (problem instanceof Error) return problem
  const { message, stack, code } = problem as Error & { code?: string }
  return Object.assign(new Error(message), { stack, code })
}

/** Has the library send its queries within the transaction. */
function inTransaction(queries: Queries) {
  const execute = (query: SQL) => queries.execute(query) as Promise<{ rows: unknown[] }>
  return fromDrizzle({ execute }, sql)
}

interface NamedHandler<K extends TaskName> {
  log: Logger
  name: K
  handler: TaskHandlers[K]
}

interface Worker<K extends TaskName> {
  name: K
  work: (job: Job<Tasks[K]>) => Promise<void>
  /** All workers of this process. */
  workers: RunningWorker[]
}

/** Logs a failure and passes it on; the library counts it and tries again later. */
function withFailureLog<K extends TaskName>({
  log,
  name,
  handler,
}: NamedHandler<K>): Worker<K>['work'] {
  return async ({ id, data }) => {
    try {
      await runAs(
        () => ({ name: `task ${name}`, taskId: id }),
        () => handler(data),
      )
    } catch (err) {
      log.warn({ err, task: name, id }, 'a task failed')
      // The library stores all members of the error it is given.
      throw withoutPersonalData(err)
    }
  }
}

async function startWorker<K extends TaskName>(
  boss: PgBoss,
  { name, work, workers }: Worker<K>,
): Promise<RunningWorker> {
  const interval = hasSpares(name) ? restingPollSeconds : pollSeconds
  const options = {
    pollingIntervalSeconds: interval,
    notifyPollingIntervalSeconds: interval,
    ...(hasGroups(name) && { groupConcurrency: 1 }),
  }
  const worker: RunningWorker = { name, id: '', isBusy: false }
  worker.id = await boss.work<Tasks[K]>(name, options, async ([job]) => {
    if (job === undefined) return
    worker.isBusy = true
    // There may be more tasks: for another worker now, and for this one afterwards.
    wakeOne(boss, workers, name)
    boss.notifyWorker(worker.id)
    try {
      await work(job)
    } finally {
      worker.isBusy = false
    }
  })
  return worker
}

/** How many tasks of each kind wait, run, or are dead. */
async function countTasks(boss: PgBoss): Promise<TaskCounts[]> {
  // The library caches these counts for a few seconds, so the tables are not read each time.
  const [queues, dead] = await Promise.all([boss.getQueues([...taskNames]), countDeadTasks(boss)])
  return queues.map(({ name, queuedCount, activeCount }) => ({
    name,
    waiting: queuedCount,
    active: activeCount,
    dead: dead.get(name) ?? 0,
  }))
}

const quarterSeconds = 90 * 24 * 60 * 60

/** Every task is retried eight times within about half an hour; then it is dead. */
const retries = {
  retryLimit: 8,
  retryDelay: 4,
  retryBackoff: true,
  retryDelayMax: 900,
  // A dead worker is noticed by its missing heartbeat, long before its task expires.
  heartbeatSeconds: 10,
  // Dead tasks keep the retention of their own queue.
  retentionSeconds: quarterSeconds,
}

/**
 * How long a task may run. Longer than any takes: afterwards another worker starts it again, while the
 * first one still runs.
 */
const expirySeconds: Record<TaskName, number> = {
  'message.send': 120,
  'webhook.apply': 10 * 60,
  'receipt.send': 60,
  'media.fetch': 10 * 60,
  'channel.check': 120,
  'templates.fetch': 120,
  'alert.send': 60,
  // Twenty megabytes of media, to a mail server that takes its time.
  'email.send': 15 * 60,
  // A minute for each call, of which the largest job takes some forty for a language.
  'job.translate': 60 * 60,
  'webhook.post': 60,
}

/**
 * Of these tasks one may wait and, as a rule, one run for each key; a retry may run beside another, so
 * their handlers must allow that. The library's own policy for this, `stately`, is not used: it skips
 * keys that were busy at its last count, up to a minute ago, so their waiting tasks are delayed. A
 * queue can never change its policy.
 */
const singletonTasks: ReadonlySet<TaskName> = new Set(['webhook.apply', 'alert.send'])

/** How many tasks of a kind one process runs at once; one by default. */
type Concurrency = Partial<Record<TaskName, number>>
const defaultConcurrency: Concurrency = {
  'message.send': 8,
  'media.fetch': 4,
  'alert.send': 4,
  'email.send': 4,
  'job.translate': 2,
}

/** Whether a process has several workers for this kind of task. */
const hasSpares = (name: TaskName): boolean => defaultConcurrency[name] !== undefined

/** Whether only one task of each group runs at a time. */
const hasGroups = (name: TaskName): boolean => singletonTasks.has(name) || hasSpares(name)

/** Creates the queues, and updates the options of existing ones. */
async function createQueues(boss: PgBoss): Promise<void> {
  // First, because the others name it.
  await createQueue(boss, deadQueue, { retentionSeconds: quarterSeconds })
  for (const name of taskNames) {
    const expireInSeconds = expirySeconds[name]
    await createQueue(boss, name, {
      ...retries,
      notify: !hasSpares(name),
      expireInSeconds,
      deadLetter: deadQueue,
      ...(singletonTasks.has(name) && { policy: 'short' }),
    })
  }
}

async function createQueue(
  boss: PgBoss,
  name: string,
  {
    policy,
    ...options
  }: Partial<typeof retries> & {
    notify?: boolean
    expireInSeconds?: number
    deadLetter?: string
    policy?: 'short'
  },
): Promise<void> {
  await boss.createQueue(name, { ...options, ...(policy !== undefined && { policy }) })
  await boss.updateQueue(name, options)
}
