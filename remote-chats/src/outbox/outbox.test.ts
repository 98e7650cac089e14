import { queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'

import { listsKey } from '../chats/chats.queries.ts'
import { readSession, sessionsOf } from '../chats/session-cache.ts'
import { emptyFilter } from '../chats/session-filter.ts'
import {
  anEntry,
  entriesOf,
  onlyMessage,
  openOutbox,
  replyUrl,
  session,
  takeBackReplies,
  takeReplies,
  texts,
} from '../testing/open-outbox.ts'
import { aProblem, aSession } from '../testing/samples.ts'

test('replies written without a network go out in their order once it is back', async () => {
  const received: string[] = []
  server.use(http.post(replyUrl, () => HttpResponse.error()))
  const outbox = openOutbox()
  for (const text of ['One', 'Two', 'Three']) outbox.add(anEntry(text))
  await vi.waitFor(() =>
    expect(entriesOf(outbox).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']),
  )

  server.use(takeReplies(received))
  window.dispatchEvent(new Event('online'))

  await vi.waitFor(() => expect(received).toEqual(['One', 'Two', 'Three']))
  await vi.waitFor(() => expect(texts()).toEqual(['One', 'Two', 'Three']))
  expect(entriesOf(outbox)).toEqual([])
})

test('an answer that got lost does not send twice', async () => {
  const received: string[] = []
  const outbox = openOutbox()
  let calls = 0
  server.use(
    http.post(replyUrl, ({ request }) => {
      calls += 1
      // The api took it, and the connection broke before it could say so.
      if (calls > 1) return undefined
      return request.json().then((body) => {
        received.push((body as { message: string }).message)
        return HttpResponse.error()
      })
    }),
    takeReplies(received),
  )
  outbox.add(anEntry('Once'))
  await vi.waitFor(() => expect(calls).toBe(1))
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(texts()).toEqual(['Once'])
  })

  expect(received).toEqual(['Once'])
})

test('a refusal names its reason and one thing to do, and the next reply is not held up', async () => {
  const received: string[] = []
  const outbox = openOutbox()
  server.use(
    http.post(
      replyUrl,
      () => HttpResponse.json(aProblem(402, 'insufficient_balance'), { status: 402 }),
      { once: true },
    ),
    takeReplies(received),
  )
  outbox.add(anEntry('Refused'))
  outbox.add(anEntry('Fine'))

  await vi.waitFor(() => expect(received).toEqual(['Fine']))
  expect(entriesOf(outbox)).toMatchObject([
    { text: 'Refused', state: 'failed', failure: { action: 'top_up' } },
  ])
})

test('a chat whose reply is undone is as it was before at once, also its place in the list', async () => {
  const outbox = openOutbox()
  const other = aSession({ lastActivityAt: '2026-11-21T10:00:00.000Z' })
  const before = { ...session, handler: 'assistant', lastActivityAt: '2026-11-21T09:00:00.000Z' }
  const replied = {
    ...before,
    seq: 5,
    handler: 'owner',
    lastActivityAt: '2026-11-21T11:00:00.000Z',
  }
  const listKey = [...listsKey, emptyFilter]
  const pages = [{ items: [other, before], nextCursor: null }]
  queryClient.setQueryData(listKey, { pages, pageParams: [null] })
  const listed = () =>
    sessionsOf(queryClient.getQueryData(listKey)).map(({ id, handler }) => [id, handler])
  server.use(
    takeReplies([], () => replied),
    takeBackReplies([], undefined, () => ({ ...before, seq: 8 })),
  )
  outbox.add(anEntry('Wrong'))
  await vi.waitFor(() => expect(listed()[0]).toEqual([session.id, 'owner']))

  await outbox.undo(onlyMessage())

  expect(listed()).toEqual([
    [other.id, other.handler],
    [session.id, 'assistant'],
  ])
  expect(readSession(session.id)).toMatchObject({ handler: 'assistant' })
})
