import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'

import { aSessionList } from '../testing/chats.ts'
import { server } from '../testing/server.ts'
import { hear } from './follow-chats.ts'

test('what could not be caught up with is asked for again, however much is heard meanwhile', async () => {
  const asked: (string | null)[] = []
  let isAway = true
  server.use(
    http.get('*/api/chats/sessions', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('updatedSince'))
      return isAway ? new HttpResponse(null, { status: 403 }) : HttpResponse.json(aSessionList([]))
    }),
  )
  const happen = (at: string) => hear({ id: 1, at, type: 'billing.updated', data: {} })
  happen('2026-11-01T10:00:00.000Z')

  hear({ type: 'resync' })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  happen('2026-11-01T11:00:00.000Z')
  isAway = false
  hear({ type: 'resync' })
  await vi.waitFor(() => expect(asked).toHaveLength(2))

  // Some seconds more than since the first: clocks differ.
  expect(asked).toEqual(['2026-11-01T09:59:45.000Z', '2026-11-01T09:59:45.000Z'])
})
