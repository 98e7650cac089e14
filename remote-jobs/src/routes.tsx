import type { RemoteModule } from '@errand/contract/remote'
import { queryClient } from '@errand/shared-auth'

import { loadWords as loadAnalyticsWords } from './analytics/words/words.ts'
import { readJobFilter } from './jobs/jobs.api.ts'
import { jobsQuery, prefetchJobForEdit } from './jobs/jobs.queries.ts'
import { loadWords } from './jobs/words/words.ts'

/** Loads the texts with the code of the form, so that it never shows English first. */
async function loadFormWords(): Promise<void> {
  const form = await import('./job-draft/words/words.ts')
  await Promise.allSettled([loadWords(), form.loadWords()])
}

/** The remote's whole public API: the host mounts these under /jobs. */
export const routes: RemoteModule['routes'] = [
  {
    index: true,
    loader: ({ request }) => {
      void queryClient.prefetchInfiniteQuery(
        jobsQuery(readJobFilter(new URL(request.url).searchParams)),
      )
      return loadWords().catch(() => undefined)
    },
    lazy: async () => ({ Component: (await import('./list/jobs-page.tsx')).JobsPage }),
  },
  {
    path: 'new',
    lazy: async () => {
      const [{ NewJobPage }] = await Promise.all([
        import('./job-form/new-job-page.tsx'),
        loadFormWords(),
      ])
      return { Component: NewJobPage }
    },
  },
  {
    path: ':id/edit',
    loader: ({ params }) => {
      prefetchJobForEdit(params['id'] ?? '')
      return null
    },
    lazy: async () => {
      const [{ EditJobPage }] = await Promise.all([
        import('./job-form/edit-job-page.tsx'),
        loadFormWords(),
      ])
      return { Component: EditJobPage }
    },
  },
  {
    path: ':id/analytics',
    loader: () => loadAnalyticsWords().catch(() => undefined),
    lazy: async () => ({
      Component: (await import('./analytics/analytics-page.tsx')).AnalyticsPage,
    }),
  },
]
