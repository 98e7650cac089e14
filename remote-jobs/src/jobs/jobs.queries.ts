import { readJobCall, type Job, type JobSummary } from '@errand/contract/jobs'
import { readStandardTextsCall } from '@errand/contract/standard-texts'
import { callApi, queryClient, subscribeEvents } from '@errand/shared-auth'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'

import { findJobToTry, listJobs, type JobFilter } from './jobs.api.ts'

/** The cache key of everything about jobs, including the dashboard's numbers. */
export const jobsKey = ['jobs'] as const

/** The owner's jobs, page by page. */
export const jobsQuery = (filter: JobFilter) =>
  infiniteQueryOptions({
    queryKey: [...jobsKey, 'list', filter],
    queryFn: ({ pageParam, signal }) => listJobs(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** A job with its instructions and published versions. */
export const jobQuery = (id: Job['id']) =>
  queryOptions({
    queryKey: [...jobsKey, 'job', id],
    queryFn: ({ signal }) => callApi(readJobCall, { id, signal }),
  })

/** The job to try: the one with this id, else the one that answers new chats; null without any. */
export const jobToTryQuery = (id: Job['id']) =>
  queryOptions({
    queryKey: [...jobsKey, 'try', id],
    queryFn: async ({ signal }): Promise<JobSummary | null> =>
      id === '' ? findJobToTry(signal) : (await callApi(readJobCall, { id, signal })).job,
    // Another job may answer new chats the next time.
    gcTime: 0,
  })

/** A job that was saved this recently, just before its page opens, is not fetched again. */
const freshMs = 2000

/**
 * Fetches a job for an edit page that is about to open: the form must not start from an old cached
 * copy. A page that is already open keeps what it shows.
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

/** A published version, which never changes. */
export const jobVersionQuery = (id: Job['id'], version: number) =>
  queryOptions({
    queryKey: [...jobsKey, 'version', id, version],
    queryFn: async ({ signal }) =>
      (await callApi(readJobCall, { id, query: { version }, signal })).job,
    staleTime: Infinity,
  })

const refreshDelayMs = 1000

/** Keeps the cached jobs up to date while others change them and chats go on. */
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
      // A burst of events causes one refetch.
      if (isRelevant) timer ??= setTimeout(refresh, refreshDelayMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}

/** What customers read in this language where the owner wrote nothing; no job changes it. */
export const standardTextsQuery = (language: Job['language']) =>
  queryOptions({
    queryKey: ['standard-texts', language],
    queryFn: ({ signal }) => callApi(readStandardTextsCall, { query: { language }, signal }),
  })
