import type { Job } from '@errand/contract/jobs'

import type { Queries } from '../database/database.ts'
import { Problem } from '../http/problem.ts'
import { toJob } from './job-row.ts'
import { readStats } from './job-stats.ts'
import type { JobRow } from './jobs.repo.ts'

/** The job with the figures of its chats. */
export async function show(queries: Queries, row: JobRow): Promise<Job> {
  const statsOf = await readStats(queries, [row.id])
  return toJob(row, statsOf(row.id))
}

/** The job that was found, or the problem that there is none. */
export function present(row: JobRow | undefined): JobRow {
  if (row === undefined) throw new Problem('not_found', { detail: 'There is no such job.' })
  return row
}
