import type { Message } from '@errand/contract/chats/message'
import { queryClient } from '@errand/shared-auth'
import { http, HttpResponse } from 'msw'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { aMessage, aMessageList, aSession } from '../testing/chats.ts'
import { server } from '../testing/server.ts'
import {
  loadAround,
  loadLatest,
  loadNewer,
  readAllAgain,
  readThread,
  threadQuery,
} from './thread.queries.ts'

afterEach(() => void vi.useRealTimers())

let session = aSession()
let id = session.id
let all: Message[] = []
beforeEach(() => {
  session = aSession()
  id = session.id
  all = Array.from({ length: 40 }, (_, index) => aMessage({ sessionId: id, seq: index + 1 }))
})
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
  expect(readThread(id)).toMatchObject({ hasMoreAfter: true, session: { seq: 7, unreadCount: 7 } })
  await loadLatest(id)
  expect(shown()).toEqual(idsFrom(30))
})

test('a page that comes when its reader has gone elsewhere leaves no hole', async () => {
  const late = Promise.withResolvers<void>()
  server.use(
    http.get('*/api/chats/sessions/:id/messages', async ({ request }) => {
      const query = new URL(request.url).searchParams
      if (query.has('after')) await late.promise
      const [items, hasMoreAfter] = query.has('around')
        ? [all.slice(0, 10), true]
        : query.has('after')
          ? [all.slice(10, 15), true]
          : [all.slice(30), false]
      return HttpResponse.json(aMessageList(session, items, { hasMoreBefore: true, hasMoreAfter }))
    }),
  )
  await loadAround(id, all[4]?.id ?? '')
  const newer = loadNewer(id)
  await loadLatest(id)
  late.resolve()
  await newer

  expect(shown()).toEqual(idsFrom(30))
  expect(readThread(id)).toMatchObject({ hasMoreAfter: false })
})

test('after an answer that failed a chat of which something was missed is read again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isWell = true
  let part = all.slice(0, 3)
  server.use(
    http.get('*/api/chats/sessions/:id/messages', () =>
      isWell
        ? HttpResponse.json(aMessageList(session, part))
        : new HttpResponse(null, { status: 403 }),
    ),
  )
  const observer = new QueryObserver(queryClient, threadQuery(id))
  const leave = observer.subscribe(() => {})
  await vi.waitFor(() => expect(readThread(id)).toBeDefined())
  isWell = false
  readAllAgain()
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))

  isWell = true
  part = all.slice(0, 4)
  await vi.advanceTimersByTimeAsync(20_000)
  await vi.waitFor(() => expect(shown()).toEqual(idsFrom(0, 4)))
  leave()
})
