import { notify } from '@errand/database'
import type { Job, PgBoss } from 'pg-boss'

import type { Database, Queries } from '../database/database.ts'
import type { TaskName, Tasks } from './queue.ts'

/** Work of a kind, and what does a piece of it. */
export interface Taking<K extends TaskName> {
  boss: PgBoss
  name: K
  work: (job: Job<Tasks[K]>) => Promise<void>
}

/** The channel of the database on which crews hear that there is work of a kind. */
const channelOf = (name: TaskName): string => `work_${name.replaceAll(/\W/g, '_')}`

/** Wakes one worker of a crew in every process, once the transaction of these queries is committed. */
export const wakeCrew = (queries: Queries, name: TaskName): Promise<void> =>
  notify(queries, channelOf(name))

/** So often one of them looks unasked, for what has become due. */
const lookMs = 500
const sleepSeconds = 60

/**
 * Several workers for one kind of work, of each group one piece at a time. Left to itself the library
 * wakes all of them for each piece, and all but one ask the database in vain, which is dear on the
 * embedded one. Here one is woken, and whoever has found something wakes the next. Answers how to
 * stop waking them.
 */
export async function startCrew<K extends TaskName>(
  database: Database,
  { boss, name, work }: Taking<K>,
  size: number,
): Promise<() => void> {
  const idle = new Set<string>()
  const wakeOne = () => {
    const [first] = idle
    if (first !== undefined) boss.notifyWorker(first)
  }
  for (let index = 0; index < size; index += 1) {
    const options = { pollingIntervalSeconds: sleepSeconds, groupConcurrency: 1 }
    const id = await boss.work<Tasks[K]>(name, options, async ([job]) => {
      if (job === undefined) return
      idle.delete(id)
      wakeOne()
      // Behind it there may be more, also of its own group.
      boss.notifyWorker(id)
      try {
        await work(job)
      } finally {
        idle.add(id)
      }
    })
    idle.add(id)
  }
  await database.listen(channelOf(name), wakeOne)
  const looking = setInterval(wakeOne, lookMs).unref()
  return () => clearInterval(looking)
}
