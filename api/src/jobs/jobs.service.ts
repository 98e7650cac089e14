import {
  jobStatuses,
  type Job,
  type JobContent,
  type JobList,
  type JobStatus,
  type JobVersion,
  type listJobsQuerySchema,
} from '@errand/contract/jobs'
import type * as z from 'zod/mini'

import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { Problem } from '../http/problem.ts'
import { carryOut, granted } from './carry-out.ts'
import { tellOfJob } from './job-event.ts'
import { identifyFields } from './job-fields.ts'
import { actionsFor } from './job-life.ts'
import { derived, toJob, toSummary } from './job-row.ts'
import { noStats, readStats } from './job-stats.ts'
import { findVersion, listVersions } from './job-versions.ts'
import { readJobCursor, writeJobCursor } from './jobs.cursor.ts'
import * as repo from './jobs.repo.ts'
import { present, show } from './show-job.ts'

type ListQuery = z.output<typeof listJobsQuerySchema>

export async function listJobs(
  queries: Queries,
  ownerId: string,
  query: ListQuery,
): Promise<JobList> {
  const { sort, limit } = query
  const filter = { ownerId, text: query.q }
  const rows = await repo.listJobs(queries, {
    ...filter,
    statuses: readStatuses(query.status),
    sort,
    after: query.cursor === undefined ? undefined : readJobCursor(query.cursor, sort),
    // One more than asked for, to know whether there is a next page.
    limit: limit + 1,
  })
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  const ids = items.map(({ id }) => id)
  const [statsOf, totals] = await Promise.all([
    readStats(queries, ids),
    repo.countJobs(queries, filter),
  ])
  return {
    items: items.map((row) => toSummary(row, statsOf(row.id))),
    nextCursor: last === undefined ? null : writeJobCursor(repo.positionOf(last, sort)),
    totals,
  }
}

/** The job and its versions; with a number it shows what was published under that. */
export async function getJob(
  queries: Queries,
  target: { ownerId: string; id: string },
  number: number | undefined,
): Promise<{ job: Job; versions: JobVersion[] }> {
  const row = present(await repo.findJob(queries, target.ownerId, target.id))
  const [job, versions] = await Promise.all([show(queries, row), listVersions(queries, row)])
  if (number === undefined) return { job, versions }
  const version = await findVersion(queries, row.id, number)
  if (version === undefined) {
    throw new Problem('not_found', { detail: 'The job has no version of this number.' })
  }
  return { job: { ...job, ...version.snapshot, status: job.status }, versions }
}

/** Creates a job; one that shall be active or paused at once is published with it. */
export async function createJob(
  queries: Queries,
  ownerId: string,
  { status, ...content }: JobContent,
): Promise<Job> {
  const now = new Date()
  const draft = { ...content, fields: identifyFields(content.fields, []) }
  if (status !== 'draft') await repo.lockJobs(queries, ownerId)
  const row = await repo.insertJob(queries, {
    ...draft,
    ...derived(draft),
    id: newId('job'),
    ownerId,
    status: 'draft',
    createdAt: now,
    updatedAt: now,
  })
  if (status === 'draft') {
    await tellOfJob(queries, row)
    return toJob(row, noStats)
  }
  const actions = granted(actionsFor({ status: 'draft', hasChanges: true }, status))
  const { version } = row
  return toJob(await carryOut(queries, row, { actions, draft, live: undefined, version }), noStats)
}

function readStatuses(wanted: JobStatus[] = ['draft', 'active', 'paused']): JobStatus[] {
  return jobStatuses.filter((status) => wanted.includes(status))
}
