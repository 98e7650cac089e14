import {
  createJobCall,
  deleteJobCall,
  jobSorts,
  jobStatuses,
  listJobsCall,
  updateJobCall,
  type CreateJobInput,
  type Job,
  type JobStatus,
  type JobSummary,
  type UpdateJobInput,
} from '@errand/contract/jobs'
import { callApi } from '@errand/shared-auth'

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

export const listJobs = (filter: JobFilter, cursor: string | null, signal: AbortSignal) =>
  callApi(listJobsCall, { query: { ...writeJobFilter(filter), cursor }, signal })

const maxPages = 10

/** The active job that answers new chats, among the newest pages of jobs. */
async function findDefaultJob(signal: AbortSignal): Promise<JobSummary | undefined> {
  let cursor: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const list = await listJobs({ q: '', status: 'active', sort: '-createdAt' }, cursor, signal)
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

/** Repeated with the same key, the call returns the job that it created the first time. */
export async function createJob(body: CreateJobInput, key: string): Promise<Job> {
  return (await callApi(createJobCall, { body, key })).job
}

/** Refused with 412 unless the job has this version; without one the last change counts. */
export async function updateJob(
  id: Job['id'],
  body: UpdateJobInput,
  version?: number,
): Promise<Job> {
  return (await callApi(updateJobCall, { id, body, version })).job
}

/** Refused while chats are open, unless they may be closed. */
export const deleteJob = (id: Job['id'], closeOpen: boolean) =>
  callApi(deleteJobCall, { id, query: { closeOpen: closeOpen || undefined } })

export const restoreJob = (id: Job['id']): Promise<Job> => updateJob(id, { action: 'restore' })
