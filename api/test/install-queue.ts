import type { Database } from '../src/platform/database/database.ts'
import { createLog } from '../src/platform/log/create-log.ts'
import { openQueue } from '../src/platform/queue/boss-queue.ts'

/** Makes the queue's own tables, so that no test file has to. */
export async function installQueue(database: Database): Promise<void> {
  const queue = await openQueue(database, createLog('silent'))
  await queue.stop()
}
