import {
  deletedJobResponseSchema,
  jobListSchema,
  jobResponseSchema,
  jobSorts,
  jobStatuses,
  savedJobResponseSchema,
  type CreateJobInput,
  type DeletedJob,
  type Job,
  type JobList,
  type JobStatus,
  type JobSummary,
  type UpdateJobInput,
} from '@errand/contract/jobs'
import { type StandardTexts, standardTextsSchema } from '@errand/contract/standard-texts'
import { api } from '@errand/shared-auth'
import type * as z from 'zod/mini'

type JobSort = (typeof jobSorts)[number]

/** Filter and order of a list of jobs; kept in the address. */
export interface JobFilter {
  q: string
  status: JobStatus | ''
  sort: JobSort
}

const defaultSort: JobSort = '-updatedAt'

export function readJobFilter(parameters: URLSearchParams): JobFilter {
  const status = parameters.get('status')
  const sort = parameters.get('sort')
  return {
    q: parameters.get('q') ?? '',
    status: jobStatuses.find((known) => known === status) ?? '',
    sort: jobSorts.find((known) => known === sort) ?? defaultSort,
  }
}

/** The filter as query parameters; empty values and defaults are left out. */
export const writeJobFilter = ({ sort, ...filter }: JobFilter): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')),
  ...(sort !== defaultSort && { sort }),
})

/** A job with its published versions, newest first. */
export type JobWithVersions = z.output<typeof jobResponseSchema>

export function listJobs(
  filter: JobFilter,
  cursor: string | null,
  signal: AbortSignal,
): Promise<JobList> {
  const searchParams = { ...writeJobFilter(filter), ...(cursor !== null && { cursor }) }
  return api.get('jobs', { searchParams, signal }).json(jobListSchema)
}

export function getJob(id: Job['id'], signal: AbortSignal): Promise<JobWithVersions> {
  return api.get(`jobs/${encodeURIComponent(id)}`, { signal }).json(jobResponseSchema)
}

const maxPages = 10

/** The active job that answers new chats, among the newest pages of jobs. */
async function findDefaultJob(signal: AbortSignal): Promise<JobSummary | undefined> {
  let cursor: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const list: JobList = await listJobs(
      { q: '', status: 'active', sort: '-createdAt' },
      cursor,
      signal,
    )
    const found = list.items.find(({ trigger }) => trigger.type === 'default')
    cursor = list.nextCursor
    if (found !== undefined || cursor === null) return found
  }
  return undefined
}

/** The job that answers new chats, else the newest one; null without any. */
export async function findJobToTry(signal: AbortSignal): Promise<JobSummary | null> {
  const answering = await findDefaultJob(signal)
  if (answering !== undefined) return answering
  const all = await listJobs({ q: '', status: '', sort: '-createdAt' }, null, signal)
  return all.items[0] ?? null
}

/** The published version with this number. */
export async function getJobVersion(
  id: Job['id'],
  version: number,
  signal: AbortSignal,
): Promise<Job> {
  const searchParams = { version }
  return (await api.get(`jobs/${id}`, { searchParams, signal }).json(jobResponseSchema)).job
}

/** Repeated with the same key, the call returns the job that it created the first time. */
export async function createJob(input: CreateJobInput, idempotencyKey: string): Promise<Job> {
  const headers = { 'idempotency-key': idempotencyKey }
  return (await api.post('jobs', { json: input, headers }).json(savedJobResponseSchema)).job
}

/** Refused with 412 unless the job has this version. */
export async function updateJob(
  id: Job['id'],
  input: UpdateJobInput,
  version: number,
): Promise<Job> {
  const headers = { 'if-match': `"${version}"` }
  return (await api.put(`jobs/${id}`, { json: input, headers }).json(savedJobResponseSchema)).job
}

/** Updates the job whatever its version. */
export async function changeJob(id: Job['id'], input: UpdateJobInput): Promise<Job> {
  return (await api.put(`jobs/${id}`, { json: input }).json(savedJobResponseSchema)).job
}

/** Refused while chats are open, unless they may be closed. */
export function deleteJob(id: Job['id'], closeOpen: boolean): Promise<DeletedJob> {
  const searchParams = closeOpen ? { closeOpen } : {}
  return api.delete(`jobs/${id}`, { searchParams }).json(deletedJobResponseSchema)
}

export const restoreJob = (id: Job['id']): Promise<Job> => changeJob(id, { action: 'restore' })

/** Not `randomUUID`, which exists on secure origins only. */
export function newRandomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What customers read in this language where the owner wrote nothing. */
export const getStandardTexts = (
  language: Job['language'],
  signal: AbortSignal,
): Promise<StandardTexts> =>
  api.get('jobs/standard-texts', { searchParams: { language }, signal }).json(standardTextsSchema)
