import type { RemoteModule } from '@errand/contract/remote'
import { queryClient } from '@errand/shared-auth'

import { jobQuery, jobsQuery } from './jobs/jobs.queries.ts'
import { readJobFilter } from './jobs/job-filter.ts'

/** The remote's whole public API: the host mounts these under /jobs. */
export const routes: RemoteModule['routes'] = [
  {
    index: true,
    loader: ({ request }) => {
      void queryClient.prefetchInfiniteQuery(
        jobsQuery(readJobFilter(new URL(request.url).searchParams)),
      )
      return null
    },
    lazy: async () => ({ Component: (await import('./jobs/jobs-page.tsx')).JobsPage }),
  },
  {
    path: 'new',
    lazy: async () => ({ Component: (await import('./job-form/new-job-page.tsx')).NewJobPage }),
  },
  {
    path: ':id/edit',
    loader: ({ params }) => {
      void queryClient.prefetchQuery(jobQuery(params['id'] ?? ''))
      return null
    },
    lazy: async () => ({
      Component: (await import('./job-form/edit-job-page.tsx')).EditJobPage,
    }),
  },
]
