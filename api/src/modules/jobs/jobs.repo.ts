import { isDeepStrictEqual } from 'node:util'

import type { jobSorts, JobStatus } from '@errand/contract/jobs'
import { searchTextOf } from '@errand/contract/search-text'
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  lte,
  ne,
  sql,
  type SQL,
} from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { hasTerms } from '../../platform/database/has-terms.ts'
import { newId } from '../../platform/database/new-id.ts'
import { forms, jobs } from '../../platform/database/schema.ts'
import { recordActivity } from '../account/activity/activity.repo.ts'

export type PlainJobRow = typeof jobs.$inferSelect
/** A job with the form that goes with it. */
export type JobRow = PlainJobRow & { formId: string; formVersion: number }
export type NewJobRow = typeof jobs.$inferInsert

/** The cursor after the last job of a page; the job itself may be gone by the next page. */
export interface JobPosition {
  sort: (typeof jobSorts)[number]
  value: Date | string
  id: string
}

interface JobFilter {
  ownerId: string
  /** Already in lower case. */
  text: string | undefined
}

interface JobPage extends JobFilter {
  statuses: JobStatus[]
  sort: JobPosition['sort']
  after: JobPosition | undefined
  limit: number
}

const columns = {
  ...getTableColumns(jobs),
  formId: forms.id,
  formVersion: forms.version,
}

const orders = {
  '-updatedAt': { member: 'updatedAt', isDescending: true },
  updatedAt: { member: 'updatedAt', isDescending: false },
  '-createdAt': { member: 'createdAt', isDescending: true },
  createdAt: { member: 'createdAt', isDescending: false },
  name: { member: 'sortName', isDescending: false },
} as const

/** The cursor of a job in a list of that order. */
export function positionOf(row: JobRow, sort: JobPosition['sort']): JobPosition {
  return { sort, value: row[orders[sort].member], id: row.id }
}

/** One page by keyset, so that no job is shown twice or skipped when others come or go in between. */
export function listJobs(queries: Queries, page: JobPage) {
  const { member, isDescending } = orders[page.sort]
  const direction = isDescending ? desc : asc
  return queries
    .select(columns)
    .from(jobs)
    .innerJoin(forms, eq(forms.jobId, jobs.id))
    .where(and(matches(page), inArray(jobs.status, page.statuses), isAfter(page)))
    .orderBy(direction(jobs[member]), direction(jobs.id))
    .limit(page.limit)
}

export async function countJobs(
  queries: Queries,
  filter: JobFilter,
): Promise<Record<JobStatus, number>> {
  const rows = await queries
    .select({ status: jobs.status, total: count() })
    .from(jobs)
    .where(matches(filter))
    .groupBy(jobs.status)
  const totals = { draft: 0, active: 0, paused: 0, archived: 0 }
  for (const { status, total } of rows) totals[status] = total
  return totals
}

export async function findJob(
  queries: Queries,
  ownerId: string,
  id: string,
): Promise<JobRow | undefined> {
  const [row] = await queries
    .select(columns)
    .from(jobs)
    .innerJoin(forms, eq(forms.jobId, jobs.id))
    .where(isOwnJob(ownerId, id))
  return row
}

/** Locks the job and its form until the transaction ends, so that decisions about them stay valid. */
export async function lockJob(
  queries: Queries,
  ownerId: string,
  id: string,
): Promise<JobRow | undefined> {
  const [row] = await queries
    .select(columns)
    .from(jobs)
    .innerJoin(forms, eq(forms.jobId, jobs.id))
    .where(isOwnJob(ownerId, id))
    // This lock lets chats start with the job meanwhile, as they only refer to its row. It is on both
    // rows, because a transaction that waited would otherwise see the form as it was before.
    .for('no key update')
  return row
}

/** Stores a job and its form. */
export async function insertJob(queries: Queries, row: NewJobRow): Promise<JobRow> {
  const [inserted] = await queries.insert(jobs).values(row).returning()
  if (inserted === undefined) throw new Error(`The job ${row.id} was not stored`)
  const form = await insertForm(queries, inserted)
  return { ...inserted, formId: form.id, formVersion: form.version }
}

/** Changes a job and updates its form; `live` are the published fields, if there are any. */
export async function updateJob(
  queries: Queries,
  id: string,
  { changes, live }: { changes: Partial<NewJobRow>; live: JobRow['fields'] | undefined },
): Promise<JobRow> {
  const [row] = await queries.update(jobs).set(changes).where(eq(jobs.id, id)).returning()
  if (row === undefined) throw new Error(`No job ${id} to change`)
  const form = await syncFormWithJob(queries, row, live)
  return { ...row, formId: form.id, formVersion: form.version }
}

/**
 * Allows one change of an owner's jobs at a time, because a job's transitions depend on the other
 * jobs. Held until the transaction ends, and taken before any row is locked.
 */
export async function lockJobs(queries: Queries, ownerId: string): Promise<void> {
  await queries.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`jobs ${ownerId}`}, 0))`,
  )
}

/** The owner's active job for chats that start without a keyword or a link. */
export async function findDefaultJob(
  queries: Queries,
  ownerId: string,
): Promise<{ id: string; name: string } | undefined> {
  const [row] = await queries
    .select({ id: jobs.id, name: jobs.name })
    .from(jobs)
    .where(
      and(
        eq(jobs.ownerId, ownerId),
        eq(jobs.status, 'active'),
        sql`${jobs.trigger}->>'type' = 'default'`,
      ),
    )
  return row
}

/** Pauses a job that another one replaces as the default. */
export async function pauseJob(queries: Queries, id: string, at: Date): Promise<PlainJobRow> {
  const [row] = await queries
    .update(jobs)
    .set({ status: 'paused', updatedAt: at, version: sql`${jobs.version} + 1` })
    .where(eq(jobs.id, id))
    .returning()
  if (row === undefined) throw new Error(`No job ${id} to pause`)
  return row
}

/** Archives all jobs of an owner. */
export async function archiveJobs(queries: Queries, ownerId: string, at: Date): Promise<void> {
  await queries
    .update(jobs)
    .set({ status: 'archived', archivedAt: at, updatedAt: at, version: sql`${jobs.version} + 1` })
    .where(and(eq(jobs.ownerId, ownerId), ne(jobs.status, 'archived')))
  await queries
    .update(forms)
    .set({ status: 'inactive', updatedAt: at })
    .where(and(eq(forms.ownerId, ownerId), isNotNull(forms.jobId)))
}

/** Takes back `archiveJobs` of that moment; the jobs are paused. */
export async function unarchiveJobs(queries: Queries, ownerId: string, at: Date): Promise<void> {
  const now = new Date()
  const restored = await queries
    .update(jobs)
    .set({ status: 'paused', archivedAt: null, updatedAt: now, version: sql`${jobs.version} + 1` })
    .where(and(eq(jobs.ownerId, ownerId), eq(jobs.archivedAt, at)))
    .returning({ id: jobs.id, liveVersionId: jobs.liveVersionId })
  for (const { id, liveVersionId } of restored)
    await queries
      .update(forms)
      .set({ status: liveVersionId === null ? 'draft' : 'published', updatedAt: now })
      .where(eq(forms.jobId, id))
}

/** Deletes for good the jobs that were archived before the given moment. */
export async function purgeJobs(queries: Queries, archivedBefore: Date): Promise<number> {
  const purged = await queries
    .delete(jobs)
    .where(lte(jobs.archivedAt, archivedBefore))
    .returning({ ownerId: jobs.ownerId, name: jobs.name })
  for (const { ownerId, name } of purged)
    await recordActivity(queries, { ownerId, kind: 'job_purged', detail: { name } })
  return purged.length
}

function isOwnJob(ownerId: string, id: string): SQL | undefined {
  return and(eq(jobs.ownerId, ownerId), eq(jobs.id, id))
}

function matches({ ownerId, text }: JobFilter): SQL | undefined {
  return and(eq(jobs.ownerId, ownerId), hasTerms(jobs.searchText, text))
}

function isAfter({ sort, after }: JobPage): SQL | undefined {
  if (after === undefined) return undefined
  const { member, isDescending } = orders[sort]
  const column = jobs[member]
  const value = sql.param(after.value, column)
  return isDescending
    ? sql`(${column}, ${jobs.id}) < (${value}, ${after.id})`
    : sql`(${column}, ${jobs.id}) > (${value}, ${after.id})`
}

type Row = typeof jobs.$inferSelect
type FormRow = typeof forms.$inferSelect

/** Creates the form of a new job, which stays with it for good. */
async function insertForm(queries: Queries, job: Row): Promise<FormRow> {
  const { ownerId, name, fields, createdAt, updatedAt } = job
  const [form] = await queries
    .insert(forms)
    .values({
      id: newId('form'),
      jobId: job.id,
      status: 'draft',
      ownerId,
      name,
      searchText: searchTextOf(name),
      fields,
      createdAt,
      updatedAt,
    })
    .returning()
  if (form === undefined) throw new Error(`The form of ${job.id} was not stored`)
  return form
}

/**
 * Updates the form of a job: that of a draft shows the draft's fields, that of a published job the
 * published ones (`live`), with a new version when they change.
 */
async function syncFormWithJob(
  queries: Queries,
  job: Row,
  live: Row['fields'] | undefined,
): Promise<FormRow> {
  const [form] = await queries.select().from(forms).where(eq(forms.jobId, job.id))
  if (form === undefined) throw new Error(`The job ${job.id} has no form`)
  const fields = live ?? job.fields
  const isNew = form.status === 'published' && !isDeepStrictEqual(fields, form.fields)
  const changes = {
    name: job.name,
    searchText: searchTextOf(job.name),
    fields,
    status: statusOf(job, live !== undefined),
    version: isNew ? form.version + 1 : form.version,
    updatedAt: job.updatedAt,
  }
  await queries.update(forms).set(changes).where(eq(forms.id, form.id))
  return { ...form, ...changes }
}

function statusOf(job: Row, isPublished: boolean): FormRow['status'] {
  if (job.status === 'archived') return 'inactive'
  return isPublished ? 'published' : 'draft'
}
