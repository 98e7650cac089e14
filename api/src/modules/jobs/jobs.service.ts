import { idSchema } from '@errand/contract/ids'
import type {
  Job,
  JobContent,
  JobList,
  JobVersion,
  listJobsQuerySchema,
} from '@errand/contract/jobs'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { measurePage } from '../../platform/database/read-pages.ts'
import { jobs } from '../../platform/database/schema.ts'
import { cursorMomentSchema, readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { isStorableText } from '../../platform/http/request-input.ts'
import { actionsFor } from './job-lifecycle.ts'
import {
  derivedColumns,
  assignFieldIds,
  noStats,
  requireJob,
  readFigures,
  showJob,
  toJob,
  toSummary,
} from './job-row.ts'
import { findVersion, listVersions } from './job-versions.ts'
import * as repo from './jobs.repo.ts'
import { transitionJob, orThrow, type Stores, publishJobUpdate } from './transition-job.ts'

/** How much a page of the list reads: a hundred of the longest jobs would be ten times as much. */
const maxListBytes = 2 * 1024 * 1024

type ListQuery = z.output<typeof listJobsQuerySchema>

export async function listJobs(
  queries: Queries,
  ownerId: string,
  query: ListQuery,
): Promise<JobList> {
  const { sort, limit } = query
  const filter = { ownerId, text: query.q }
  const statuses = query.status ?? (['draft', 'active', 'paused'] as const)
  const after = query.cursor === undefined ? undefined : readJobCursor(query.cursor, sort)
  const page = { ...filter, statuses: [...statuses], sort, after }
  // One more than asked for, to know whether there is a next page.
  const wanted = repo.listJobs(queries, { ...page, limit: limit + 1 })
  const { found, fitting } = await measurePage(queries, wanted, maxListBytes)
  const shown = Math.min(fitting, limit)
  const items = await repo.listJobs(queries, { ...page, limit: shown })
  const last = found > shown ? items.at(-1) : undefined
  const ids = items.map(({ id }) => id)
  const [figuresOf, totals] = await Promise.all([
    readFigures(queries, ids),
    repo.countJobs(queries, filter),
  ])
  return {
    items: items.map((row) => toSummary(row, figuresOf(row.id).stats)),
    nextCursor: last === undefined ? null : cursorOf(repo.positionOf(last, sort)),
    totals,
  }
}

/** The job and its versions; with a number, the job shows the content of that version. */
export async function getJob(
  queries: Queries,
  target: { ownerId: string; id: string },
  number: number | undefined,
): Promise<{ job: Job; versions: JobVersion[] }> {
  const row = requireJob(await repo.findJob(queries, target.ownerId, target.id))
  const [job, versions] = await Promise.all([showJob(queries, row), listVersions(queries, row)])
  if (number === undefined) return { job, versions }
  const version = await findVersion(queries, row.id, number)
  if (version === undefined) {
    throw new Problem('not_found', { detail: 'The job has no version with this number.' })
  }
  return { job: { ...job, ...version.snapshot, status: job.status }, versions }
}

/** How many jobs an owner may have, with those that were deleted in the last thirty days. */
export const maxJobs = 500

/** Refuses one more job than an owner may have; for a place where the jobs are locked. */
async function refuseTooMany(queries: Queries, ownerId: string): Promise<void> {
  if ((await queries.$count(jobs, eq(jobs.ownerId, ownerId))) < maxJobs) return
  throw new Problem('conflict', {
    detail: `An account has at most ${maxJobs} jobs, with those deleted in the last 30 days.`,
  })
}

/** Creates a job, and publishes it at once if it shall be active or paused. */
export async function createJob(
  stores: Stores,
  ownerId: string,
  { status, ...content }: JobContent,
): Promise<Job> {
  const { queries } = stores
  const now = new Date()
  const draft = { ...content, fields: assignFieldIds(content.fields, []) }
  await repo.lockJobs(queries, ownerId)
  await refuseTooMany(queries, ownerId)
  const row = await repo.insertJob(queries, {
    ...draft,
    ...derivedColumns(draft),
    id: newId('job'),
    ownerId,
    status: 'draft',
    createdAt: now,
    updatedAt: now,
  })
  if (status === 'draft') {
    await publishJobUpdate(queries, row)
    return toJob(row, noStats)
  }
  const actions = orThrow(actionsFor({ status: 'draft', hasChanges: true }, status))
  const { version } = row
  return toJob(
    await transitionJob(stores, row, { actions, draft, live: undefined, version }),
    noStats,
  )
}

const nameSchema = z.string().check(z.maxLength(300), z.refine(isStorableText))

/** Reads a cursor of a list in this order; any other text is refused. */
function readJobCursor(text: string, sort: repo.JobPosition['sort']): repo.JobPosition {
  const valueSchema = sort === 'name' ? nameSchema : cursorMomentSchema
  const schema = z.tuple([z.literal(sort), valueSchema, idSchema('job')])
  const [, sortValue, id] = readCursor(text, schema)
  return { sort, value: typeof sortValue === 'number' ? new Date(sortValue) : sortValue, id }
}

const cursorOf = ({ sort, value, id }: repo.JobPosition): string =>
  writeCursor([sort, value instanceof Date ? value.getTime() : value, id])
