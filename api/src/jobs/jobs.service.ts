import {
  jobStatuses,
  type Job,
  type JobContent,
  type JobList,
  type JobStatus,
  type listJobsQuerySchema,
  type updateJobSchema,
} from '@errand/contract/jobs'
import { ulid } from 'ulid'
import type * as z from 'zod/mini'

import type { Database, Queries } from '../database/database.ts'
import { versionConflict, type Precondition } from '../http/if-match.ts'
import { Problem } from '../http/problem.ts'
import { identifyFields } from './job-fields.ts'
import { noStats, readStats } from './job-stats.ts'
import { derived, toJob, toSummary, withoutAbsent } from './job-row.ts'
import { readCursor, writeCursor } from './jobs.cursor.ts'
import * as repo from './jobs.repo.ts'

type ListQuery = z.output<typeof listJobsQuerySchema>
type JobChange = z.output<typeof updateJobSchema>

/** A job of an owner, and the version of it that the request wants to change. */
interface JobTarget {
  ownerId: string
  id: string
  isWanted: Precondition
}

/** For how long the screen offers to undo a deletion; restoring stays possible afterwards. */
const undoMs = 10_000

export async function listJobs(
  queries: Queries,
  ownerId: string,
  query: ListQuery,
): Promise<JobList> {
  const { sort, limit } = query
  const filter = { ownerId, text: query.q?.trim().toLowerCase() || undefined }
  const rows = await repo.listJobs(queries, {
    ...filter,
    statuses: readStatuses(query.status),
    sort,
    after: readPosition(query),
    // One more than asked for, to know whether there is a next page.
    limit: limit + 1,
  })
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  const statsOf = await readStats(
    queries,
    items.map(({ id }) => id),
  )
  return {
    items: items.map((row) => toSummary(row, statsOf(row.id))),
    nextCursor: last === undefined ? null : writeCursor(repo.positionOf(last, sort)),
    totals: await repo.countJobs(queries, filter),
  }
}

export async function getJob(queries: Queries, ownerId: string, id: string): Promise<Job> {
  return show(queries, present(await repo.findJob(queries, ownerId, id)))
}

export async function createJob(
  queries: Queries,
  ownerId: string,
  content: JobContent,
): Promise<Job> {
  const now = new Date()
  const row = await repo.insertJob(queries, {
    ...content,
    ...derived(content),
    id: `job_${ulid()}`,
    ownerId,
    fields: identifyFields(content.fields, []),
    createdAt: now,
    updatedAt: now,
  })
  return toJob(row, noStats)
}

export function updateJob(
  database: Database,
  target: JobTarget,
  { action, ...changes }: JobChange,
): Promise<Job> {
  return database.transaction(async (queries) => {
    const row = await lockWanted(queries, target)
    const isArchived = row.status === 'archived'
    if (isArchived && action !== 'restore') {
      throw new Problem('conflict', { detail: 'The job is deleted. Restore it first.' })
    }
    const content = { ...row, ...withoutAbsent(changes) }
    const updated = await repo.updateJob(queries, row.id, {
      ...content,
      ...derived(content),
      status: isArchived ? 'paused' : content.status,
      fields: identifyFields(content.fields, row.fields),
      version: row.version + 1,
      updatedAt: new Date(),
      archivedAt: null,
    })
    return show(queries, updated)
  })
}

/** Safe to repeat: a job that is archived already keeps its moment. */
export function archiveJob(
  database: Database,
  target: JobTarget,
): Promise<{ archivedAt: Date; undoUntil: Date }> {
  return database.transaction(async (queries) => {
    const row = await lockWanted(queries, target)
    const archivedAt = row.archivedAt ?? new Date()
    if (row.archivedAt === null) {
      await repo.updateJob(queries, row.id, {
        status: 'archived',
        version: row.version + 1,
        updatedAt: archivedAt,
        archivedAt,
      })
    }
    return { archivedAt, undoUntil: new Date(archivedAt.getTime() + undoMs) }
  })
}

async function lockWanted(queries: Queries, target: JobTarget): Promise<repo.JobRow> {
  const row = present(await repo.lockJob(queries, target.ownerId, target.id))
  if (target.isWanted(row.version)) return row
  throw versionConflict({ version: row.version, value: await show(queries, row) })
}

async function show(queries: Queries, row: repo.JobRow): Promise<Job> {
  const statsOf = await readStats(queries, [row.id])
  return toJob(row, statsOf(row.id))
}

function present(row: repo.JobRow | undefined): repo.JobRow {
  if (row === undefined) throw new Problem('not_found', { detail: 'There is no such job.' })
  return row
}

function readStatuses(wanted: JobStatus[] = ['draft', 'active', 'paused']): JobStatus[] {
  return jobStatuses.filter((status) => wanted.includes(status))
}

function readPosition({ cursor, sort }: ListQuery) {
  if (cursor === undefined) return undefined
  const position = readCursor(cursor, sort)
  if (position !== undefined) return position
  const detail = 'Not a cursor of a list in this order.'
  throw new Problem('validation_failed', {
    errors: [{ pointer: '#/cursor', code: 'invalid_cursor', detail }],
  })
}
