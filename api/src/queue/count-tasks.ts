import type { PgBoss } from 'pg-boss'

import { countDeadTasks } from './dead-tasks.ts'
import { taskNames, type TaskCounts } from './queue.ts'

/** How much work of each kind waits, runs, or is dead. */
export async function countTasks(boss: PgBoss): Promise<TaskCounts[]> {
  // Counted by the library every few seconds: the tables are not read for each question.
  const [queues, dead] = await Promise.all([boss.getQueues([...taskNames]), countDeadTasks(boss)])
  return queues.map(({ name, queuedCount, activeCount }) => ({
    name,
    waiting: queuedCount,
    active: activeCount,
    dead: dead.get(name) ?? 0,
  }))
}
