import { queryClient } from '@errand/shared-auth'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { aMessage, aMessageList, aSession } from '../testing/chats.ts'
import { server } from '../testing/server.ts'
import { loadAround, loadLatest, readThread, threadQuery } from './thread.queries.ts'

const session = aSession()
const { id } = session
const all = Array.from({ length: 40 }, (_, index) => aMessage({ sessionId: id, seq: index + 1 }))
const idsFrom = (from: number, to?: number) => all.slice(from, to).map((message) => message.id)
const shown = () => readThread(id)?.items.map((message) => message.id)

test('a new look at a chat leaves a reader of its old part there, until the end is gone to', async () => {
  let seq = 1
  server.use(
    http.get('*/api/chats/sessions/:id/messages', ({ request }) => {
      const isOld = new URL(request.url).searchParams.has('around')
      return HttpResponse.json(
        aMessageList(
          { ...session, seq, unreadCount: seq },
          isOld ? all.slice(0, 10) : all.slice(30),
          {
            hasMoreBefore: !isOld,
            hasMoreAfter: isOld,
          },
        ),
      )
    }),
  )
  await loadAround(id, all[4]?.id ?? '')
  seq = 7

  await queryClient.fetchQuery({ ...threadQuery(id), staleTime: 0 })

  expect(shown()).toEqual(idsFrom(0, 10))
  expect(readThread(id)).toMatchObject({ hasMoreAfter: true, seq: 7, session: { unreadCount: 7 } })
  await loadLatest(id)
  expect(shown()).toEqual(idsFrom(30))
})
