import { sql, type SQL } from 'drizzle-orm'
import { fromDrizzle, type Job, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

import type { Database, Queries } from '../database/database.ts'
import { withoutPersonalData } from '../log/describe-error.ts'
import { createQueues, deadQueue, hasGroups, oneForEachKey, usualAtOnce } from './boss-queues.ts'
import { countDeadTasks } from './dead-tasks.ts'
import {
  type Queue,
  type TaskCounts,
  type TaskHandlers,
  type TaskName,
  taskNames,
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
  boss.on('error', (err) => log.warn({ err }, 'the queue has a problem'))
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
