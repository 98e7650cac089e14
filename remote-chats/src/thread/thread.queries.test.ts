import { queryClient } from '@errand/shared-auth'
import { http, HttpResponse } from 'msw'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { aMessage, aMessageList, aSession } from '../testing/chats.ts'
import { server } from '../testing/server.ts'
import {
  loadAround,
  loadLatest,
  patchThread,
  readAgain,
  readThread,
  threadQuery,
} from './thread.queries.ts'
import { withNews } from './thread.ts'

afterEach(() => void vi.useRealTimers())

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

test('what was missed in an old part is read there', async () => {
  let part = all.slice(0, 10)
  server.use(
    http.get('*/api/chats/sessions/:id/messages', ({ request }) => {
      const isOld = new URL(request.url).searchParams.has('around')
      return HttpResponse.json(
        aMessageList(session, isOld ? part : all.slice(30), {
          hasMoreBefore: !isOld,
          hasMoreAfter: isOld,
        }),
      )
    }),
  )
  await loadAround(id, all[4]?.id ?? '')
  part = part.toSpliced(2, 1)

  readAgain(id)
  await queryClient.fetchQuery(threadQuery(id))

  expect(shown()).toEqual(part.map((message) => message.id))
  expect(readThread(id)).toMatchObject({ hasMoreAfter: true, gapBefore: null })
})

test('while answers are older than what is told the chat is read again, until one is not', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const now = session.seq
  let behind = 5
  server.use(
    http.get('*/api/chats/sessions/:id/messages', () => {
      behind -= 1
      if (behind <= 0) return HttpResponse.json(aMessageList({ ...session, seq: now + 5 }, []))
      return HttpResponse.json(aMessageList({ ...session, seq: now }, all.slice(0, 3)))
    }),
  )
  const observer = new QueryObserver(queryClient, threadQuery(id))
  const leave = observer.subscribe(() => {})
  await vi.waitFor(() => expect(readThread(id)).toBeDefined())
  patchThread(id, (thread) => withNews(thread, now + 5))

  readAgain(id)
  await vi.waitFor(() => expect(readThread(id)).toMatchObject({ seq: now + 5, gapBefore: null }))
  expect(shown()).toEqual([])
  leave()
})
