import { server } from '@errand/shared-auth/testing'
import { HttpResponse, http } from 'msw'
import toast from 'react-hot-toast'
import { afterEach, expect, test, vi } from 'vitest'

import {
  anEntry,
  entriesOf,
  firstOf,
  onlyMessage,
  openOutbox,
  replyUrl,
  session,
  takeBackReplies,
  takeReplies,
  texts,
} from '../testing/open-outbox.ts'
import { aProblem, aReply, anId } from '../testing/samples.ts'
import { patchThread, withMessage } from '../thread/thread.ts'
import { readEntries } from './outbox.ts'

afterEach(() => vi.restoreAllMocks())

test('a reply that could not be taken back says so, and stays in the chat', async () => {
  const withdrawn = Promise.withResolvers<void>()
  const outbox = openOutbox()
  const told = vi.spyOn(toast, 'error')
  server.use(
    http.post(replyUrl, async () => {
      await withdrawn.promise
      return undefined
    }),
    takeReplies([]),
    http.delete('*/api/chats/messages/:id', () =>
      HttpResponse.json(aProblem(409, 'conflict'), { status: 409 }),
    ),
  )
  outbox.add(anEntry('Too late'))
  await vi.waitFor(() => expect(firstOf(outbox).state).toBe('sending'))
  await outbox.undo(firstOf(outbox))
  withdrawn.resolve()

  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
  expect(texts()).toEqual(['Too late'])
  expect(entriesOf(outbox)).toEqual([])
})

test('a reply that was taken back and then refused is gone', async () => {
  const withdrawn = Promise.withResolvers<void>()
  const outbox = openOutbox()
  server.use(
    http.post(replyUrl, async () => {
      await withdrawn.promise
      return HttpResponse.json(aProblem(402, 'insufficient_balance'), { status: 402 })
    }),
  )
  outbox.add(anEntry('Never mind'))
  await vi.waitFor(() => expect(firstOf(outbox).state).toBe('sending'))
  await outbox.undo(firstOf(outbox))
  withdrawn.resolve()

  await vi.waitFor(() => expect(entriesOf(outbox)).toEqual([]))
})

test('a reply whose event came before its answer is undone once it is answered', async () => {
  const answer = Promise.withResolvers<void>()
  const outbox = openOutbox()
  const told = vi.spyOn(toast, 'error')
  const received: string[] = []
  const deleted: string[] = []
  server.use(
    http.post(replyUrl, () => answer.promise, { once: true }),
    takeReplies(received),
    takeBackReplies(deleted),
  )
  outbox.add(anEntry('Early'))
  await vi.waitFor(() => expect(firstOf(outbox).state).toBe('sending'))
  const { clientId, text } = firstOf(outbox)
  const message = aReply({ sessionId: session.id, text, clientId, id: anId('msg', 901) })
  patchThread(session.id, (thread) => withMessage(thread, message))

  expect(await outbox.undo(message)).toBe('Early')
  expect(await outbox.undo(message)).toBeUndefined()
  answer.resolve()

  await vi.waitFor(() => expect(entriesOf(outbox)).toEqual([]))
  expect(deleted).toEqual([message.id])
  expect(texts()).toEqual([])
  expect(told).not.toHaveBeenCalled()
})

test('a row that is older than the answer still undoes its reply', async () => {
  const outbox = openOutbox()
  const deleted: string[] = []
  server.use(takeReplies([]), takeBackReplies(deleted))
  outbox.add(anEntry('Answered'))
  const row = firstOf(outbox)
  await vi.waitFor(() => expect(texts()).toEqual(['Answered']))

  expect(await outbox.undo(row)).toBe('Answered')
  expect(await outbox.undo(row)).toBeUndefined()

  expect(deleted).toEqual([anId('msg', 901)])
  expect(texts()).toEqual([])
})

test('a reply whose answer was lost is asked for, held for long, and taken back', async () => {
  const outbox = openOutbox()
  const deleted: string[] = []
  const posts: unknown[] = []
  server.use(
    http.post(replyUrl, async ({ request }) => {
      posts.push(await request.clone().json())
      return posts.length === 1 ? HttpResponse.error() : undefined
    }),
    takeReplies([]),
    takeBackReplies(deleted),
  )
  outbox.add(anEntry('Lost'))
  await vi.waitFor(() => expect(firstOf(outbox).state).toBe('waiting'))

  expect(await outbox.undo(firstOf(outbox))).toBe('Lost')

  await vi.waitFor(() => expect(entriesOf(outbox)).toEqual([]))
  expect(posts).toMatchObject([{ undoSeconds: 5 }, { undoSeconds: 30 }])
  expect(deleted).toEqual([anId('msg', 901)])
  expect(texts()).toEqual([])
})

test('taking a reply back is asked for until it is answered, also after a reload', async () => {
  const posted = Promise.withResolvers<void>()
  const outbox = openOutbox()
  const told = vi.spyOn(toast, 'error')
  const deleted: string[] = []
  let posts = 0
  server.use(
    http.post(replyUrl, async () => {
      posts += 1
      await posted.promise
      return undefined
    }),
    takeReplies([]),
    takeBackReplies(deleted, () => (deleted.length === 1 ? HttpResponse.error() : undefined)),
  )
  outbox.add(anEntry('Stubborn'))
  await vi.waitFor(() => expect(firstOf(outbox).state).toBe('sending'))
  await outbox.undo(firstOf(outbox))
  posted.resolve()
  await vi.waitFor(() => expect(firstOf(outbox).state).toBe('waiting'))
  expect(firstOf(outbox)).toMatchObject({ isTakenBack: true, messageId: anId('msg', 901) })

  const kept = JSON.stringify(entriesOf(outbox))
  expect(readEntries(JSON.parse(kept))).toEqual(entriesOf(outbox))
  window.dispatchEvent(new Event('online'))

  await vi.waitFor(() => expect(entriesOf(outbox)).toEqual([]))
  expect(deleted).toEqual([anId('msg', 901), anId('msg', 901)])
  expect(posts).toBe(1)
  expect(texts()).toEqual([])
  expect(told).not.toHaveBeenCalled()
})

test('a message is undone once, and its text kept, where the answer is lost', async () => {
  const outbox = openOutbox()
  const told = vi.spyOn(toast, 'error')
  const deleted: string[] = []
  server.use(
    takeReplies([]),
    takeBackReplies(deleted, () => (deleted.length === 1 ? HttpResponse.error() : undefined)),
  )
  outbox.add(anEntry('Kept'))
  await vi.waitFor(() => expect(texts()).toEqual(['Kept']))
  const message = onlyMessage()

  const both = await Promise.all([outbox.undo(message), outbox.undo(message)])

  expect(both).toEqual(['Kept', undefined])
  expect(deleted).toEqual([message.id, message.id])
  expect(texts()).toEqual([])
  expect(told).not.toHaveBeenCalled()
})
