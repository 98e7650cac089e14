import { HttpResponse } from 'msw'
import toast from 'react-hot-toast'
import { afterEach, expect, test, vi } from 'vitest'

import { patchChat, withMessage } from '../data/chat.ts'
import {
  anEntry,
  entriesOf,
  firstId,
  firstOf,
  messages,
  openOutbox,
  send,
  session,
  takeBackReplies,
  takeReplies,
  texts,
} from '../testing/open-outbox.ts'
import { answer, refusal } from '../testing/page.tsx'
import { aReply } from '../testing/samples.ts'
import { readEntries } from './entries.ts'

afterEach(() => vi.restoreAllMocks())

const isLostAtFirst = (calls: number) => (calls === 1 ? HttpResponse.error() : undefined)

/** The api answers a reply only when the test says so, with an error if one is given. */
function answerLate(instead?: () => Response) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const posts = answer('post */reply', async () => {
    await promise
    return instead?.()
  })
  return { posts, resolve }
}

test('a reply that could not be undone shows an error and stays in the chat', async () => {
  const outbox = openOutbox()
  const told = vi.spyOn(toast, 'error')
  takeReplies()
  answer('delete */api/chats/messages/:id', () => refusal(409))
  const late = answerLate()
  await outbox.undo(await send(outbox, 'Too late'))
  late.resolve()

  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
  expect(texts()).toEqual(['Too late'])
  expect(entriesOf(outbox)).toEqual([])
})

test('a reply that was undone and then refused disappears', async () => {
  const outbox = openOutbox()
  const late = answerLate(() => refusal(402, 'insufficient_balance'))
  await outbox.undo(await send(outbox, 'Never mind'))
  late.resolve()

  await vi.waitFor(() => expect(entriesOf(outbox)).toEqual([]))
})

test('a reply whose event arrives before its answer is undone once', async () => {
  const outbox = openOutbox()
  const told = vi.spyOn(toast, 'error')
  takeReplies()
  const deleted = takeBackReplies()
  const late = answerLate()
  const { clientId, text } = await send(outbox, 'Early')
  const message = aReply({ sessionId: session.id, text, clientId, id: firstId })
  patchChat(session.id, (chat) => withMessage(chat, message))

  expect(await outbox.undo(message)).toBe('Early')
  expect(await outbox.undo(message)).toBeUndefined()
  late.resolve()

  await vi.waitFor(() => expect(entriesOf(outbox)).toEqual([]))
  expect(deleted).toEqual([firstId])
  expect(texts()).toEqual([])
  expect(told).not.toHaveBeenCalled()
})

test('an outbox row that is older than the answer still undoes its reply', async () => {
  const outbox = openOutbox()
  takeReplies()
  const deleted = takeBackReplies()
  outbox.add(anEntry('Answered'))
  const row = firstOf(outbox)
  await vi.waitFor(() => expect(texts()).toEqual(['Answered']))

  expect(await outbox.undo(row)).toBe('Answered')
  expect(await outbox.undo(row)).toBeUndefined()

  expect(deleted).toEqual([firstId])
  expect(texts()).toEqual([])
})

test('a reply whose answer was lost is repeated with a long hold, and undone', async () => {
  const outbox = openOutbox()
  takeReplies()
  const deleted = takeBackReplies()
  let calls = 0
  const posts = answer('post */reply', () => isLostAtFirst((calls += 1)))
  outbox.add(anEntry('Lost'))
  await vi.waitFor(() => expect(firstOf(outbox).state).toBe('waiting'))

  expect(await outbox.undo(firstOf(outbox))).toBe('Lost')

  await vi.waitFor(() => expect(entriesOf(outbox)).toEqual([]))
  expect(posts).toMatchObject([{ undoSeconds: 5 }, { undoSeconds: 30 }])
  expect(deleted).toEqual([firstId])
  expect(texts()).toEqual([])
})

test('an undo is retried until it is answered, also after a reload', async () => {
  const outbox = openOutbox()
  const told = vi.spyOn(toast, 'error')
  takeReplies()
  const deleted = takeBackReplies(isLostAtFirst)
  const late = answerLate()
  await outbox.undo(await send(outbox, 'Stubborn'))
  late.resolve()
  await vi.waitFor(() => expect(firstOf(outbox).state).toBe('waiting'))
  expect(firstOf(outbox)).toMatchObject({ isTakenBack: true, messageId: firstId })

  const kept = JSON.stringify(entriesOf(outbox))
  expect(readEntries(JSON.parse(kept))).toEqual(entriesOf(outbox))
  window.dispatchEvent(new Event('online'))

  await vi.waitFor(() => expect(entriesOf(outbox)).toEqual([]))
  expect(deleted).toEqual([firstId, firstId])
  expect(late.posts).toHaveLength(1)
  expect(texts()).toEqual([])
  expect(told).not.toHaveBeenCalled()
})

test('a message is undone once and its text is kept if the answer is lost', async () => {
  const outbox = openOutbox()
  const told = vi.spyOn(toast, 'error')
  takeReplies()
  const deleted = takeBackReplies(isLostAtFirst)
  outbox.add(anEntry('Kept'))
  await vi.waitFor(() => expect(texts()).toEqual(['Kept']))
  const message = messages()[0] ?? aReply({ sessionId: session.id })

  const both = await Promise.all([outbox.undo(message), outbox.undo(message)])

  expect(both).toEqual(['Kept', undefined])
  expect(deleted).toEqual([message.id, message.id])
  expect(texts()).toEqual([])
  expect(told).not.toHaveBeenCalled()
})
