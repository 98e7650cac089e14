import type { Connection } from '@errand/database'
import { sql, type SQL } from 'drizzle-orm'
import type { Logger } from 'pino'
import { fromDrizzle, fromPglite, PgBoss } from 'pg-boss'

import type { Database, Queries } from '../database/database.ts'
import { withoutPersonalData } from '../log/describe-error.ts'
import { createQueues, deadQueue, oneForEachKey, usualAtOnce } from './boss-queues.ts'
import { countTasks } from './count-tasks.ts'
import { startCrew, wakeCrew, type Taking } from './crew.ts'
import { taskNames, type Queue, type TaskHandlers, type TaskName, type Tasks } from './queue.ts'

const upkeep = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 }

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
  const boss = new PgBoss(optionsOf(database.connection))
  boss.on('error', (err) => log.warn({ err }, 'the queue has a problem'))
  await boss.start()
  await createQueues(boss)
  const crews: (() => void)[] = []
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
      const isDue = startAfter === undefined || startAfter <= new Date()
      if (usualAtOnce[name] !== undefined && isDue) await wakeCrew(queries, name)
    },
    ping: async () => {
      await boss.getQueue(deadQueue)
    },
    counts: () => countTasks(boss),
    work: async (handlers) => {
      for (const name of taskNames) {
        const handler = handlers[name]
        if (handler === undefined) continue
        const taking = { boss, name, work: logged({ log, name, handler }) }
        const size = atOnce[name]
        if (size === undefined) await startWorker(taking)
        else crews.push(await startCrew(database, taking, size))
      }
    },
    rest: async () => {
      for (const stopWaking of crews) stopWaking()
      await Promise.all(taskNames.map((name) => boss.offWork(name, { wait: true })))
    },
    stop: () => boss.stop({ graceful: true, close: true, timeout: 1_000 }),
  }
}

/** The library sends its queries to the transaction; both engines answer with `rows`. */
function inTransaction(queries: Queries) {
  const execute = (query: SQL) => queries.execute(query) as Promise<{ rows: unknown[] }>
  return fromDrizzle({ execute }, sql)
}

function optionsOf(connection: Connection): ConstructorParameters<typeof PgBoss>[0] {
  return connection.engine === 'pglite'
    ? { db: fromPglite(connection.client), backend: 'pglite', useListenNotify: true, ...upkeep }
    : { connectionString: connection.connectionString, useListenNotify: true, ...upkeep }
}

interface Logged<K extends TaskName> {
  log: Logger
  name: K
  handler: TaskHandlers[K]
}

/** What does a piece of work; the library counts a failure and tries again later. */
function logged<K extends TaskName>({ log, name, handler }: Logged<K>): Taking<K>['work'] {
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

async function startWorker<K extends TaskName>({ boss, name, work }: Taking<K>): Promise<void> {
  const options = {
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: 1,
    ...(oneForEachKey.has(name) && { groupConcurrency: 1 }),
  }
  const worker = await boss.work<Tasks[K]>(name, options, async ([job]) => {
    if (job === undefined) return
    // Where there was work there may be more: without this the next one waits for the next look.
    boss.notifyWorker(worker)
    await work(job)
  })
}
