import { isConnectionError } from '@errand/database'
import { sql, type SQL } from 'drizzle-orm'
import { fromDrizzle, PgBoss, type Job } from 'pg-boss'
import type { Logger } from 'pino'

import type { Database, Queries } from '../database/database.ts'
import { withoutPersonalData } from '../log/create-log.ts'
import {
  taskNames,
  type Queue,
  type TaskCounts,
  type TaskHandlers,
  type TaskName,
  type Tasks,
} from './queue.ts'

const upkeep = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 }

/** How often a worker looks for what has become due; new work wakes it at once. */
const pollSeconds = (name: TaskName, isSpare: boolean): number =>
  isSpare ? 10 : (pollSecondsOf[name] ?? 5)
/** Of these kinds people wait for what is due. */
const pollSecondsOf: Partial<Record<TaskName, number>> = { 'message.send': 0.5, 'email.send': 1 }

/** A queue on pg-boss, in the product's own database. */
export interface BossQueue extends Queue {
  boss: PgBoss
  /** Takes work of these kinds from now on. */
  work: (handlers: Partial<TaskHandlers>) => Promise<void>
  /** Takes no more work; resolves when what runs is done. Work can still be added. */
  rest: () => Promise<void>
  /** Ends at once: what still runs is given to another worker. */
  stop: () => Promise<void>
}

/** Opens the queue; its tables are made on the first start. */
export async function openQueue(
  database: Database,
  log: Logger,
  atOnce = usualAtOnce,
): Promise<BossQueue> {
  const boss = new PgBoss({
    connectionString: database.url,
    useListenNotify: true,
    schedule: false,
    ...upkeep,
  })
  boss.on('error', (problem) => {
    const err = toError(problem)
    if (isConnectionError(err)) database.noteLost(err)
    else log.warn({ err }, 'the queue has a problem')
  })
  await boss.start()
  await createQueues(boss)
  return {
    boss,
    add: async (queries, name, data, { startAfter, singletonKey, group } = {}) => {
      const groupId = group ?? (oneForEachKey.has(name) ? singletonKey : undefined)
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
      for (const name of taskNames) {
        const handler = handlers[name]
        if (handler === undefined) continue
        const work = logged({ log, name, handler })
        for (let index = 0; index < (atOnce[name] ?? 1); index += 1) {
          await startWorker(boss, { name, work, isSpare: index > 0 })
        }
      }
    },
    rest: async () => {
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

/** The library sends its queries to the transaction. */
function inTransaction(queries: Queries) {
  const execute = (query: SQL) => queries.execute(query) as Promise<{ rows: unknown[] }>
  return fromDrizzle({ execute }, sql)
}

interface Logged<K extends TaskName> {
  log: Logger
  name: K
  handler: TaskHandlers[K]
}

interface Worker<K extends TaskName> {
  name: K
  work: (job: Job<Tasks[K]>) => Promise<void>
  /** Whether another one of this process looks for what has become due. */
  isSpare: boolean
}

/** What does a piece of work; the library counts a failure and tries again later. */
function logged<K extends TaskName>({ log, name, handler }: Logged<K>): Worker<K>['work'] {
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
  { name, work, isSpare }: Worker<K>,
): Promise<void> {
  const interval = pollSeconds(name, isSpare)
  const options = {
    pollingIntervalSeconds: interval,
    notifyPollingIntervalSeconds: interval,
    ...(hasGroups(name) && { groupConcurrency: 1 }),
  }
  const worker = await boss.work<Tasks[K]>(name, options, async ([job]) => {
    if (job === undefined) return
    // Where there was work there may be more: without this the next one waits for the next look.
    boss.notifyWorker(worker)
    await work(job)
  })
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

/** The queue of dead work: what failed for the last time stays there until somebody looks. */
const deadQueue = 'dead'

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
const oneForEachKey: ReadonlySet<TaskName> = new Set(['webhook.apply'])

/** Of these kinds so many pieces are worked on at once by a process; else one. */
type AtOnce = Partial<Record<TaskName, number>>
const usualAtOnce: AtOnce = { 'message.send': 8, 'media.fetch': 4, 'job.translate': 2 }

/** Whether of these kinds one piece of each group is worked on at a time. */
const hasGroups = (name: TaskName): boolean =>
  oneForEachKey.has(name) || usualAtOnce[name] !== undefined

/** Makes the queues, and gives those that are there what this version says of them. */
async function createQueues(boss: PgBoss): Promise<void> {
  // First, because the others name it.
  await createQueue(boss, deadQueue, { retentionSeconds: quarterSeconds })
  for (const name of taskNames) {
    const expireInSeconds = expirySeconds[name]
    await createQueue(boss, name, {
      ...retries,
      notify: true,
      expireInSeconds,
      deadLetter: deadQueue,
      ...(oneForEachKey.has(name) && { policy: 'short' }),
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

/** Work that failed for the last time. */
export interface DeadTask {
  id: string
  /** What kind of work it is. */
  name: string
  data: object
  diedAt: Date
  /** How often it was tried again. */
  retries: number
  /** Why the last try failed. */
  reason: string
}

/** All dead work, oldest first. */
export async function listDeadTasks(boss: PgBoss): Promise<DeadTask[]> {
  const jobs = await boss.findJobs<object>(deadQueue, { queued: true })
  return jobs
    .map((job) => ({
      id: job.id,
      name: job.sourceName ?? '',
      data: job.data,
      diedAt: job.createdOn,
      retries: job.sourceRetryCount ?? 0,
      reason: reasonOf(job.sourceOutput),
    }))
    .toSorted((a, b) => a.diedAt.getTime() - b.diedAt.getTime())
}

/** Gives dead work all its tries anew; false when there is none with this id. */
export async function retryDeadTask(boss: PgBoss, id: string): Promise<boolean> {
  if (!isTaskId(id)) return false
  return (await boss.redrive(deadQueue, { ids: [id] })) > 0
}

/** Forgets dead work; false when there is none with this id. */
export async function dropDeadTask(boss: PgBoss, id: string): Promise<boolean> {
  if (!isTaskId(id)) return false
  const [job] = await boss.findJobs(deadQueue, { id })
  if (job === undefined) return false
  await boss.deleteJob(deadQueue, id)
  return true
}

/** How much of each kind is dead. */
export async function countDeadTasks(boss: PgBoss): Promise<Map<string, number>> {
  const { destinations } = await boss.previewRedrive(deadQueue)
  return new Map(destinations.map(({ name, count }) => [name, count]))
}

const isTaskId = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)

function reasonOf(output: object | null): string {
  const message = output !== null && 'message' in output ? output.message : undefined
  return typeof message === 'string' ? (message.split('\n')[0] ?? '') : ''
}
