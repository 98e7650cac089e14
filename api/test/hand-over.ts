import { notify, openDatabase } from '@errand/database'
import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'

import { runsChannel } from '../src/modules/assistant/schedule-run.ts'
import type { Database } from '../src/platform/database/database.ts'
import { definition } from '../src/platform/database/definition.ts'
import { createLog } from '../src/platform/log/create-log.ts'
import { openQueue, type BossQueue } from '../src/platform/queue/boss-queue.ts'
import { dueChannel } from '../src/platform/queue/wake-workers.ts'

interface Left {
  database: Database
  queue: Pick<BossQueue, 'boss'>
  /** Queue work begun later is another worker's. Runs of the assistant are given away regardless. */
  begunBefore?: Date
}

/**
 * Gives the work of killed workers to others at once, by the steps that the product takes when their
 * lease has expired.
 */
export async function handOver({ database, queue, begunBefore = new Date() }: Left): Promise<void> {
  const { queries } = database
  const before = sql`${begunBefore.toISOString()}::timestamptz`
  await queries.execute(sql`
    update assistant_runs set wake_at = now() where state = 'thinking' and wake_at > now()`)
  await queries.execute(sql`select pg_notify(${runsChannel}, '')`)
  await queries.execute(sql`
    update pgboss.job set heartbeat_on = now() - interval '1 hour'
    where state = 'active' and started_on < ${before}`)
  await superviseNow({ database, queue })
  await retryNow(database)
}

/** The queue counts its work, and looks for workers that are gone, now instead of in a while. */
export async function superviseNow({ database, queue }: Omit<Left, 'begunBefore'>): Promise<void> {
  await database.queries.execute(
    sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`,
  )
  await queue.boss.supervise()
}

/** What failed is tried again now instead of in a while; answers how many pieces of work that are. */
export async function retryNow({ queries }: Database): Promise<number> {
  const answer = await queries.execute(
    sql`update pgboss.job set start_after = now() where state = 'retry' returning id`,
  )
  // Every idle worker looks now, instead of at its next poll.
  await notify(queries, dueChannel, '')
  return (answer as { rows: unknown[] }).rows.length
}

/** Messages that wait for their time, as they are tried again or can be undone, are due now. */
export async function skipPauses({ queries }: Database): Promise<void> {
  await queries.execute(sql`
    update pgboss.job set start_after = now()
    where name = 'message.send' and state = 'created' and start_after > now()`)
  await notify(queries, dueChannel, 'message.send')
}

/** The database and the queue of a product that runs beside the test, until the test ends. */
export async function openBeside(databaseUrl: string) {
  const place = { databaseUrl, dataDir: '', onLost: () => {} }
  const database: Database = await openDatabase(definition, place)
  onTestFinished(() => database.close())
  const queue = await openQueue(database, createLog('silent'))
  onTestFinished(() => queue.stop())
  return { database, queue }
}
