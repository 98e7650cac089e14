import type { Job } from '@errand/contract/jobs'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { JobFilter } from './job-filter.ts'
import { getJob, listJobs } from './jobs.api.ts'

/** Everything about jobs in the cache, the dashboard's numbers included. */
export const jobsKey = ['jobs'] as const

/** The owner's jobs, page by page. */
export const jobsQuery = (filter: JobFilter) =>
  infiniteQueryOptions({
    queryKey: [...jobsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) => listJobs({ filter, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** One job with its instructions. */
export const jobQuery = (id: Job['id']) =>
  queryOptions({
    queryKey: [...jobsKey, 'job', id],
    queryFn: ({ signal }) => getJob(id, signal),
  })
