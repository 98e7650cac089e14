import { server } from '@errand/shared-auth/testing'
import { http, HttpResponse } from 'msw'
import { beforeEach } from 'vitest'

// The form of every saved job requests these.
beforeEach(() =>
  server.use(
    http.get('*/api/jobs/:id/questions', () => HttpResponse.json({ open: [], answered: [] })),
    http.get('*/api/jobs/:id/translations', () =>
      HttpResponse.json({ languages: [], isAutomatic: true }),
    ),
  ),
)
