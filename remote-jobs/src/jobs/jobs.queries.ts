import type { Job } from '@errand/contract/jobs'
import { queryClient, subscribeEvents } from '@errand/shared-auth'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'

import { type JobFilter, getJob, getJobVersion, listJobs } from './jobs.api.ts'

/** Everything about jobs in the cache, the dashboard's numbers included. */
export const jobsKey = ['jobs'] as const

/** The owner's jobs, page by page. */
export const jobsQuery = (filter: JobFilter) =>
  infiniteQueryOptions({
    queryKey: [...jobsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) => listJobs(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** One job with its instructions, and its published versions. */
export const jobQuery = (id: Job['id']) =>
  queryOptions({
    queryKey: [...jobsKey, 'job', id],
    queryFn: ({ signal }) => getJob(id, signal),
  })

/** The answer of a save that led to the page is new enough. */
const freshMs = 2000

/**
 * Fetches a job for a page that is about to open, anew: what somebody begins to edit is not what was
 * cached some time ago. A page that is open already keeps what it shows.
 */
export function prefetchJobForEdit(id: Job['id']): void {
  const { queryKey } = jobQuery(id)
  const query = queryClient.getQueryCache().find({ queryKey })
  if (query !== undefined) {
    const { dataUpdatedAt, isInvalidated, fetchStatus } = query.state
    const isFresh = !isInvalidated && Date.now() - dataUpdatedAt < freshMs
    if (isFresh || query.getObserversCount() > 0) return
    if (fetchStatus === 'idle') queryClient.removeQueries({ queryKey })
  }
  void queryClient.prefetchQuery(jobQuery(id))
}

/** What was published of a job under a number; it never changes. */
export const jobVersionQuery = (id: Job['id'], version: number) =>
  queryOptions({
    queryKey: [...jobsKey, 'version', id, version],
    queryFn: ({ signal }) => getJobVersion(id, version, signal),
    staleTime: Infinity,
  })

const refreshDelayMs = 1000

/** Keeps what is shown of jobs true while others change them and chats go on. */
export function useLiveJobs(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      // The job that is being edited changes by saving only.
      const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'job'
      void queryClient.invalidateQueries({ queryKey: jobsKey, predicate })
    }
    const stop = subscribeEvents(({ type }) => {
      const isRelevant = type === 'job.updated' || type === 'resync' || type.startsWith('session.')
      // A burst of messages is asked for once.
      if (isRelevant) timer ??= setTimeout(refresh, refreshDelayMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}
