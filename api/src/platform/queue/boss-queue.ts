import { isConnectionError, notify } from '@errand/database'
import { sql, type SQL } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type Job } from 'pg-boss'
import type { Logger } from 'pino'

import type { Database, Queries } from '../database/database.ts'
import { withoutPersonalData } from '../log/create-log.ts'
import { countDeadTasks, deadQueue } from './dead-tasks.ts'
import {
  taskNames,
  type Queue,
  type TaskCounts,
  type TaskHandlers,
  type TaskName,
  type Tasks,
} from './queue.ts'

const supervision = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 }

/**
 * How often a worker looks for what nobody has woken it for, such as a task that is tried once more.
 * New work wakes it at once, and what is due later at its time.
 */
const pollSeconds = (isSpare: boolean): number => (isSpare ? 60 : 5)

/** A queue on pg-boss, in the product's own database. */
export interface BossQueue extends Queue {
  boss: PgBoss
  /** Takes work of these kinds from now on. */
  work: (handlers: Partial<TaskHandlers>) => Promise<void>
  /** Takes no more work; resolves when what runs is done. Work can still be added. */
  drain: () => Promise<void>
  /** Ends at once: what still runs is given to another worker. */
  stop: () => Promise<void>
}

interface QueueOptions {
  concurrency?: Concurrency
  /** Whether this process looks after work whose worker is gone; false where it only adds work. */
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
          workers.push(await startWorker(boss, { name, work, isSpare: index > 0, workers }))
        }
      }
    },
    drain: async () => {
      await Promise.all(taskNames.map((name) => boss.offWork(name, { wait: true })))
    },
    stop: () => boss.stop({ graceful: true, close: true, timeout: 1_000 }),
  }
}

/** The library spreads what its workers ran into over an object that is no error any more. */
function toError(problem: Error): Error {
  if (problem instanceof Error) return problem
  const { message, stack, code } = problem as Error & { code?: string }
  return Object.assign(new Error(message), { stack, code })
}

interface RunningWorker {
  name: TaskName
  id: string
  isBusy: boolean
}

/**
 * On it every process hears, once they are committed, of tasks that are due later, and of those of
 * kinds with spare workers: the library would wake all of these for each task.
 */
const dueChannel = 'task_due'

/** What is due later than this is found by those who look from time to time. */
const maxTimerMs = 10 * 60_000

async function announceDueTask(queries: Queries, name: TaskName, dueAt?: Date): Promise<void> {
  await notify(queries, dueChannel, dueAt === undefined ? name : `${name} ${dueAt.getTime()}`)
}

/** Wakes a worker of a kind when one of its tasks is due, and all workers when nobody knows of what. */
function wakeWhenDue(boss: PgBoss, workers: RunningWorker[], payload = ''): void {
  const [name, dueAt] = payload.split(' ')
  if (dueAt === undefined) {
    if (payload === '') for (const { id } of workers) boss.notifyWorker(id)
    else wakeOne(boss, workers, name)
    return
  }
  const waitMs = Math.max(0, Number(dueAt) - Date.now())
  if (waitMs > maxTimerMs) return
  // Twice, as the clock of the database says whether it is due.
  for (const marginMs of [20, 1_000]) {
    setTimeout(() => wakeOne(boss, workers, name), waitMs + marginMs).unref()
  }
}

/** Wakes one worker that has nothing to do; one that finds a task wakes the next. */
function wakeOne(boss: PgBoss, workers: RunningWorker[], name: string | undefined): void {
  const idle = workers.find((worker) => worker.name === name && !worker.isBusy)
  if (idle !== undefined) boss.notifyWorker(idle.id)
}

/** The library sends its queries to the transaction. */
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
  /** Whether another one of this process looks for what has become due. */
  isSpare: boolean
  /** All that run in this process. */
  workers: RunningWorker[]
}

/** What does a piece of work; the library counts a failure and tries again later. */
function withFailureLog<K extends TaskName>({
  log,
  name,
  handler,
}: NamedHandler<K>): Worker<K>['work'] {
  return async ({ id, data }) => {
    try {
      await handler(data)
    } catch (err) {
      log.warn({ err, task: name, id }, 'a task failed')
      // It also keeps what it is given, with all that the error carries.
      throw withoutPersonalData(err)
    }
  }
}

async function startWorker<K extends TaskName>(
  boss: PgBoss,
  { name, work, isSpare, workers }: Worker<K>,
): Promise<RunningWorker> {
  const interval = pollSeconds(isSpare)
  const options = {
    pollingIntervalSeconds: interval,
    notifyPollingIntervalSeconds: interval,
    ...(hasGroups(name) && { groupConcurrency: 1 }),
  }
  const worker: RunningWorker = { name, id: '', isBusy: false }
  worker.id = await boss.work<Tasks[K]>(name, options, async ([job]) => {
    if (job === undefined) return
    worker.isBusy = true
    // Where there was work there may be more, for another worker now and for this one afterwards.
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

/** How much work of each kind waits, runs, or is dead. */
async function countTasks(boss: PgBoss): Promise<TaskCounts[]> {
  // Counted by the library every few seconds: the tables are not read for each question.
  const [queues, dead] = await Promise.all([boss.getQueues([...taskNames]), countDeadTasks(boss)])
  return queues.map(({ name, queuedCount, activeCount }) => ({
    name,
    waiting: queuedCount,
    active: activeCount,
    dead: dead.get(name) ?? 0,
  }))
}

const quarterSeconds = 90 * 24 * 60 * 60

/** How work of any kind is tried: eight times within about half an hour, then it is dead. */
const retries = {
  retryLimit: 8,
  retryDelay: 4,
  retryBackoff: true,
  retryDelayMax: 900,
  // A worker that is gone is noticed by its silence, long before its work has expired.
  heartbeatSeconds: 10,
  // Dead work keeps the time of the queue that it comes from.
  retentionSeconds: quarterSeconds,
}

/**
 * How long a piece of work may take that its worker is still busy with. Longer than any takes: it is
 * begun anew by another worker then, while the first one goes on.
 */
const expirySeconds: Record<TaskName, number> = {
  'message.send': 120,
  'webhook.apply': 10 * 60,
  'receipt.send': 60,
  'media.fetch': 10 * 60,
  'channel.check': 120,
  'templates.fetch': 120,
  // Twenty megabytes of media, to a mail server that takes its time.
  'email.send': 15 * 60,
  // A minute for each call, of which the largest job takes some forty for a language.
  'job.translate': 60 * 60,
  'webhook.post': 60,
}

/**
 * Of these kinds one new piece may wait and, as a rule, one be worked on, for each key: what failed
 * and is tried again may run beside another, so their work bears that. Not by the library's
 * policy for that, `stately`: it passes over the keys that were busy when it last counted, which may
 * be a minute ago, and so leaves what waits with them. A queue never changes its policy.
 */
const singletonTasks: ReadonlySet<TaskName> = new Set(['webhook.apply'])

/** Of these kinds so many pieces are worked on at once by a process; else one. */
type Concurrency = Partial<Record<TaskName, number>>
const defaultConcurrency: Concurrency = { 'message.send': 8, 'media.fetch': 4, 'job.translate': 2 }

/** Whether a process has several workers for these kinds. */
const hasSpares = (name: TaskName): boolean => defaultConcurrency[name] !== undefined

/** Whether of these kinds one piece of each group is worked on at a time. */
const hasGroups = (name: TaskName): boolean => singletonTasks.has(name) || hasSpares(name)

/** Makes the queues, and gives those that are there what this version says of them. */
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
