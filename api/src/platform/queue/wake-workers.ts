import { notify } from '@errand/database'
import type { PgBoss } from 'pg-boss'

import type { Queries } from '../database/database.ts'
import type { TaskName } from './queue.ts'

/** A worker of this process. */
export interface RunningWorker {
  name: TaskName
  id: string
  isBusy: boolean
}

/**
 * The channel on which every process learns, once they are committed, of delayed tasks and of those of
 * kinds with several workers: the library would wake all of these for each task.
 */
export const dueChannel = 'task_due'

/** Tasks that are due later than this are found by polling. */
const maxTimerMs = 10 * 60_000

/** Wakes a worker of some process when a task is due, once the transaction is committed. */
export async function announceDueTask(
  queries: Queries,
  name: TaskName,
  dueAt?: Date,
): Promise<void> {
  await notify(queries, dueChannel, dueAt === undefined ? name : `${name} ${dueAt.getTime()}`)
}

/** Wakes a worker for a task when it is due; all workers where the payload is missing. */
export function wakeWhenDue(boss: PgBoss, workers: RunningWorker[], payload = ''): void {
  const [name, dueAt] = payload.split(' ')
  if (dueAt === undefined) {
    if (payload === '') for (const { id } of workers) boss.notifyWorker(id)
    else wakeOne(boss, workers, name)
    return
  }
  const waitMs = Math.max(0, Number(dueAt) - Date.now())
  if (waitMs > maxTimerMs) return
  // Twice, because the database's clock decides whether the task is due.
  for (const marginMs of [20, 1_000]) {
    setTimeout(() => wakeOne(boss, workers, name), waitMs + marginMs).unref()
  }
}

/** Wakes one idle worker; a worker that finds a task wakes the next. */
export function wakeOne(boss: PgBoss, workers: RunningWorker[], name: string | undefined): void {
  const idle = workers.find((worker) => worker.name === name && !worker.isBusy)
  if (idle !== undefined) boss.notifyWorker(idle.id)
}
