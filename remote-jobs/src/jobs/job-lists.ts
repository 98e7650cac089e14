import type { JobList, JobSummary } from '@errand/contract/jobs'
import { queryClient } from '@errand/shared-auth'
import type { InfiniteData } from '@tanstack/react-query'

import { jobsKey } from './jobs.queries.ts'

/** Every list of jobs that is in the cache, however it is filtered. */
export const listsKey = [...jobsKey, 'list'] as const

/** Changes or, by `undefined`, removes jobs of all lists at once; the answer takes it back. */
export function changeInLists(change: (job: JobSummary) => JobSummary | undefined): () => void {
  const before = queryClient.getQueriesData<InfiniteData<JobList>>({ queryKey: listsKey })
  queryClient.setQueriesData<InfiniteData<JobList>>(
    { queryKey: listsKey },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.flatMap((job) => change(job) ?? []),
        })),
      },
  )
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}
