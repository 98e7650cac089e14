import {
  deletedJobResponseSchema,
  jobListSchema,
  jobResponseSchema,
  savedJobResponseSchema,
  type CreateJobInput,
  type DeletedJob,
  type Job,
  type JobList,
  type UpdateJobInput,
} from '@errand/contract/jobs'
import { api } from '@errand/shared-auth'

import { writeJobFilter, type JobFilter } from './job-filter.ts'

interface Page {
  filter: JobFilter
  cursor: string | null
}

export function listJobs({ filter, cursor }: Page, signal: AbortSignal): Promise<JobList> {
  const searchParams = { ...writeJobFilter(filter), ...(cursor !== null && { cursor }) }
  return api.get('jobs', { searchParams, signal }).json(jobListSchema)
}

export async function getJob(id: Job['id'], signal: AbortSignal): Promise<Job> {
  return (await api.get(`jobs/${encodeURIComponent(id)}`, { signal }).json(jobResponseSchema)).job
}

/** Sent again with the same key, the call answers the job that it made the first time. */
export async function createJob(input: CreateJobInput, idempotencyKey: string): Promise<Job> {
  const headers = { 'idempotency-key': idempotencyKey }
  return (await api.post('jobs', { json: input, headers }).json(savedJobResponseSchema)).job
}

/** Refused with 412 when the job has another version than `version`. */
export async function updateJob(
  id: Job['id'],
  input: UpdateJobInput,
  version: number,
): Promise<Job> {
  const headers = { 'if-match': `"${version}"` }
  return (await api.put(`jobs/${id}`, { json: input, headers }).json(savedJobResponseSchema)).job
}

export function deleteJob(id: Job['id']): Promise<DeletedJob> {
  return api.delete(`jobs/${id}`).json(deletedJobResponseSchema)
}

export async function restoreJob(id: Job['id']): Promise<Job> {
  const json = { action: 'restore' }
  return (await api.put(`jobs/${id}`, { json }).json(savedJobResponseSchema)).job
}
