import type { PgBoss } from 'pg-boss'

/** The dead-letter queue: tasks whose last retry failed stay there until an operator handles them. */
export const deadQueue = 'dead'

/** A task whose last retry failed. */
export interface DeadTask {
  id: string
  /** The kind of task. */
  name: string
  data: object
  diedAt: Date
  /** How often it was retried. */
  retries: number
  /** Why the last attempt failed. */
  reason: string
}

/** All dead tasks, oldest first. */
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

/** Puts a dead task back with all its retries; false when there is none with this id. */
export async function retryDeadTask(boss: PgBoss, id: string): Promise<boolean> {
  if (!isTaskId(id)) return false
  return (await boss.redrive(deadQueue, { ids: [id] })) > 0
}

/** Deletes a dead task; false when there is none with this id. */
export async function dropDeadTask(boss: PgBoss, id: string): Promise<boolean> {
  if (!isTaskId(id)) return false
  const [job] = await boss.findJobs(deadQueue, { id })
  if (job === undefined) return false
  await boss.deleteJob(deadQueue, id)
  return true
}

/** How many dead tasks there are of each kind. */
export async function countDeadTasks(boss: PgBoss): Promise<Map<string, number>> {
  const { destinations } = await boss.previewRedrive(deadQueue)
  return new Map(destinations.map(({ name, count }) => [name, count]))
}

const isTaskId = (id: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)

function reasonOf(output: object | null): string {
  const message = output !== null && 'message' in output ? output.message : undefined
  return typeof message === 'string' ? (message.split('\n')[0] ?? '') : ''
}
