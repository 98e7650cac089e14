import type { Connection } from '@errand/database'
import { sql, type SQL } from 'drizzle-orm'
import type { Logger } from 'pino'
import { fromDrizzle, fromPglite, PgBoss } from 'pg-boss'

import type { Database, Queries } from '../database/database.ts'
import { taskNames, type Queue, type TaskHandlers, type TaskName, type Tasks } from './queue.ts'

/** How work of any kind is tried: eight times within about half an hour, then it is dead. */
const retries = {
  retryLimit: 8,
  retryDelay: 4,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 120,
  notify: true,
}

/** The queue of dead work: what failed for the last time stays there until somebody looks. */
export const deadQueue = 'dead'

const upkeep = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 }

/** A queue on pg-boss, in the product's own database. */
export interface BossQueue extends Queue {
  boss: PgBoss
  /** Takes work of these kinds from now on; what is running is finished when the queue stops. */
  work: (handlers: Partial<TaskHandlers>) => Promise<void>
  stop: () => Promise<void>
}

/** Opens the queue; its tables are made on the first start. */
export async function openQueue(database: Database, log: Logger): Promise<BossQueue> {
  const boss = new PgBoss(optionsOf(database.connection))
  boss.on('error', (err) => log.warn({ err }, 'the queue has a problem'))
  await boss.start()
  await createQueues(boss)
  return {
    boss,
    add: async (queries, name, data, { startAfter, singletonKey } = {}) => {
      await boss.send(name, data, {
        db: inTransaction(queries),
        ...(startAfter !== undefined && { startAfter }),
        ...(singletonKey !== undefined && { singletonKey }),
      })
    },
    work: async (handlers) => {
      for (const name of taskNames) {
        if (handlers[name] !== undefined) await takeWork(boss, name, handlers)
      }
    },
    stop: () => boss.stop({ graceful: true, close: true, timeout: 10_000 }),
  }
}

/** The library asks its questions of the transaction; both engines answer with `rows`. */
function inTransaction(queries: Queries) {
  const execute = (question: SQL) => queries.execute(question) as Promise<{ rows: unknown[] }>
  return fromDrizzle({ execute }, sql)
}

function optionsOf(connection: Connection): ConstructorParameters<typeof PgBoss>[0] {
  return connection.engine === 'pglite'
    ? { db: fromPglite(connection.client), backend: 'pglite', useListenNotify: true, ...upkeep }
    : { connectionString: connection.connectionString, useListenNotify: true, ...upkeep }
}

async function createQueues(boss: PgBoss): Promise<void> {
  // First, because the others name it.
  await boss.createQueue(deadQueue)
  for (const name of [deadQueue, ...taskNames]) {
    if (name !== deadQueue) await boss.createQueue(name, { ...retries, deadLetter: deadQueue })
    // Fills the library's cache: inside a transaction it would look on a connection of its own,
    // which the embedded database does not have.
    await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
  }
}

async function takeWork(
  boss: PgBoss,
  name: TaskName,
  handlers: Partial<TaskHandlers>,
): Promise<void> {
  const options = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1 }
  await boss.work<Tasks[TaskName]>(name, options, async ([job]) => {
    if (job !== undefined) await handlers[name]?.(job.data as never)
  })
}
