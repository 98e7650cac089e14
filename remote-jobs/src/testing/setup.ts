import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { http, HttpResponse } from 'msw'
import { beforeEach } from 'vitest'

import { standardTextsIn } from './jobs.ts'

beforeEach(() => {
  // The shell has loaded it before any page opens.
  queryClient.setQueryData(profileQuery().queryKey, owner)
  // The form of every saved job requests these.
  server.use(
    http.get('*/api/auth/profile', () =>
      HttpResponse.json({ success: true, isNewUser: false, user: owner }),
    ),
    http.get('*/api/jobs/:id/questions', () => HttpResponse.json({ open: [], answered: [] })),
    http.get('*/api/jobs/standard-texts', ({ request }) => {
      const language = new URL(request.url).searchParams.get('language')
      return HttpResponse.json(standardTextsIn(language ?? ''))
    }),
    http.get('*/api/jobs/:id/translations', () =>
      HttpResponse.json({ languages: [], isAutomatic: true }),
    ),
  )
})
