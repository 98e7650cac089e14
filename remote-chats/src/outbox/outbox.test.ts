import { queryClient } from '@errand/shared-auth'
import { http, HttpResponse } from 'msw'
import toast from 'react-hot-toast'
import { afterEach, expect, test, vi } from 'vitest'

import { readThread, threadQuery } from '../thread/thread.queries.ts'
import { threadOf } from '../thread/thread.ts'
import { aMessageList, anId, aProblem, aReply, aSession } from '../testing/chats.ts'
import { server } from '../testing/server.ts'
import { outboxOf } from './outbox.ts'

const session = aSession()
afterEach(() => vi.restoreAllMocks())
const url = `*/api/chats/sessions/${session.id}/reply`
const anEntry = (text: string) => ({
  clientId: `c_${text}`,
  sessionId: session.id,
  text,
  undoSeconds: 5,
  at: new Date().toISOString(),
})
const open = () => {
  queryClient.setQueryData(threadQuery(session.id).queryKey, threadOf(aMessageList(session, [])))
  return outboxOf(anId('owner'))
}
const texts = () => readThread(session.id)?.items.map(({ text }) => text)

/** Takes replies as the api does: the same clientId once. */
function takeReplies(received: string[]) {
  return http.post(url, async ({ request }) => {
    const { message: text, clientId } = (await request.json()) as {
      message: string
      clientId: string
    }
    if (!received.includes(text)) received.push(text)
    const seq = received.indexOf(text) + 1
    const reply = aReply({ sessionId: session.id, text, clientId, seq, id: anId('msg', 900 + seq) })
    const balance = { amountMinor: 100, messagesLeft: 5 }
    return HttpResponse.json({ success: true, message: reply, session, balance }, { status: 202 })
  })
}

test('replies written without a network go out in their order once it is back', async () => {
  const received: string[] = []
  server.use(http.post(url, () => HttpResponse.error()))
  const outbox = open()
  for (const text of ['One', 'Two', 'Three']) outbox.add(anEntry(text))
  await vi.waitFor(() =>
    expect(outbox.store.get(outbox.entriesAtom).map(({ state }) => state)).toEqual([
      'waiting',
      'waiting',
      'waiting',
    ]),
  )

  server.use(takeReplies(received))
  window.dispatchEvent(new Event('online'))

  await vi.waitFor(() => expect(received).toEqual(['One', 'Two', 'Three']))
  await vi.waitFor(() => expect(texts()).toEqual(['One', 'Two', 'Three']))
  expect(outbox.store.get(outbox.entriesAtom)).toEqual([])
})

test('an answer that got lost does not send twice', async () => {
  const received: string[] = []
  const outbox = open()
  let calls = 0
  server.use(
    http.post(url, ({ request }) => {
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
  const outbox = open()
  server.use(
    http.post(
      url,
      () => HttpResponse.json(aProblem(402, 'insufficient_balance'), { status: 402 }),
      { once: true },
    ),
    takeReplies(received),
  )
  outbox.add(anEntry('Refused'))
  outbox.add(anEntry('Fine'))

  await vi.waitFor(() => expect(received).toEqual(['Fine']))
  expect(outbox.store.get(outbox.entriesAtom)).toMatchObject([
    { text: 'Refused', state: 'failed', failure: { action: 'top_up' } },
  ])
})

test('a reply taken back while it is on its way is taken back by the api', async () => {
  const withdrawn = Promise.withResolvers<void>()
  const outbox = open()
  const received: string[] = []
  let takenBack: string | undefined
  server.use(
    http.post(url, async () => {
      await withdrawn.promise
      return undefined
    }),
    takeReplies(received),
    http.delete('*/api/chats/messages/:id', ({ params }) => {
      takenBack = String(params['id'])
      return HttpResponse.json({ success: true, restored: 'Wrong' })
    }),
  )
  outbox.add(anEntry('Wrong'))
  await vi.waitFor(() => expect(outbox.store.get(outbox.entriesAtom)[0]?.state).toBe('sending'))

  expect(outbox.withdraw('c_Wrong')?.text).toBe('Wrong')
  withdrawn.resolve()

  await vi.waitFor(() => expect(takenBack).toBe(anId('msg', 901)))
  await vi.waitFor(() => expect(texts()).toEqual([]))
})

test('a reply that could not be taken back says so, and stays in the chat', async () => {
  const withdrawn = Promise.withResolvers<void>()
  const outbox = open()
  const told = vi.spyOn(toast, 'error')
  server.use(
    http.post(url, async () => {
      await withdrawn.promise
      return undefined
    }),
    takeReplies([]),
    http.delete('*/api/chats/messages/:id', () =>
      HttpResponse.json(aProblem(409, 'conflict'), { status: 409 }),
    ),
  )
  outbox.add(anEntry('Too late'))
  await vi.waitFor(() => expect(outbox.store.get(outbox.entriesAtom)[0]?.state).toBe('sending'))
  outbox.withdraw('c_Too late')
  withdrawn.resolve()

  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
  expect(texts()).toEqual(['Too late'])
  expect(outbox.store.get(outbox.entriesAtom)).toEqual([])
})

test('a reply that was taken back and then refused is gone', async () => {
  const withdrawn = Promise.withResolvers<void>()
  const outbox = open()
  server.use(
    http.post(url, async () => {
      await withdrawn.promise
      return HttpResponse.json(aProblem(402, 'insufficient_balance'), { status: 402 })
    }),
  )
  outbox.add(anEntry('Never mind'))
  await vi.waitFor(() => expect(outbox.store.get(outbox.entriesAtom)[0]?.state).toBe('sending'))
  outbox.withdraw('c_Never mind')
  withdrawn.resolve()

  await vi.waitFor(() => expect(outbox.store.get(outbox.entriesAtom)).toEqual([]))
})
