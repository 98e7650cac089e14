import type { Message } from '@errand/contract/chats/message'
import { queryClient } from '@errand/shared-auth'
import { QueryObserver } from '@tanstack/react-query'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { answer, refusal } from '../testing/page.tsx'
import { aMessage, aMessageList, aReply, aSession } from '../testing/samples.ts'
import {
  loadAround,
  loadLatest,
  loadNewer,
  newerMessage,
  refetchAllChats,
  readChat,
  toChat,
  chatQuery,
  withLatest,
  withMessage,
  withOlder,
  type Chat,
} from './chat.ts'

const session = aSession({ seq: 5 })
const sessionId = session.id
const all = Array.from({ length: 40 }, (_, index) => aMessage({ sessionId, seq: index + 1 }))
const page = (from: number, to: number) =>
  aMessageList(session, all.slice(from, to), {
    hasMoreBefore: from > 0,
    hasMoreAfter: to < all.length,
  })
const ids = ({ items }: Chat) => items.map(({ id }) => id)
const idsOf = (messages: Message[]) => messages.map(({ id }) => id)

test('a message’s status never goes back, in any order of events', () => {
  const sent = aReply({ sessionId })
  const news = (['queued', 'sent', 'failed', 'delivered', 'read'] as const).map((status) => ({
    ...sent,
    status,
  }))
  fc.assert(
    fc.property(fc.shuffledSubarray(news, { minLength: 1, maxLength: news.length }), (arrived) => {
      const [first, ...rest] = arrived
      if (first === undefined) return
      const shown = rest.reduce(newerMessage, first)
      const best = arrived.toSorted((a, b) => news.indexOf(a) - news.indexOf(b)).at(-1)
      expect(shown.status).toBe(best?.status)
    }),
  )
})

test('a new attempt replaces the old one', () => {
  const failed = aReply({ sessionId, status: 'failed', attempts: 1 })
  const again = { ...failed, status: 'queued' as const, attempts: 2 }

  expect(newerMessage(failed, again).status).toBe('queued')
  expect(newerMessage(again, failed).status).toBe('queued')
})

test('older pages are added before the known messages, each once', () => {
  const chat = withOlder(toChat(page(20, 40)), page(5, 22))

  expect(ids(chat)).toEqual(idsOf(all.slice(5)))
  expect(chat.hasMoreBefore).toBe(true)
})

test('after a long gap only the latest page is kept', () => {
  const known = toChat(page(0, 10))

  expect(ids(withLatest({ ...known, hasMoreAfter: false }, page(20, 40)))).toEqual(
    idsOf(all.slice(20)),
  )
})

test('events in any order and number show each message once, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 10, max: 39 })), (heard) => {
      const begun = toChat({ ...page(10, 20), hasMoreAfter: false })
      const messages = heard.flatMap((index) => all[index] ?? [])
      const chat = messages.reduce(withMessage, begun)
      const expected = [...new Set([...all.slice(10, 20), ...messages])]
      expect(ids(chat)).toEqual(idsOf(expected.toSorted((a, b) => a.seq - b.seq)))
    }),
  )
})

test('a new message is not added while an old part of the chat is shown', () => {
  const begun = toChat(page(0, 10))
  const [last] = all.slice(-1)

  expect(last && withMessage(begun, last)).toBe(begun)
})

afterEach(() => void vi.useRealTimers())

let chat = aSession()
let id = chat.id
let messages: Message[] = []
beforeEach(() => {
  chat = aSession()
  id = chat.id
  messages = Array.from({ length: 40 }, (_, index) => aMessage({ sessionId: id, seq: index + 1 }))
})
const idsFrom = (from: number, to?: number) => messages.slice(from, to).map((message) => message.id)
const shown = () => readChat(id)?.items.map((message) => message.id)

test('a refetch keeps the old part of a chat that is being read', async () => {
  let seq = 1
  answer('get */api/chats/sessions/:id/messages', ({ around }) => {
    const isOld = around !== undefined
    const items = isOld ? messages.slice(0, 10) : messages.slice(30)
    const ends = { hasMoreBefore: !isOld, hasMoreAfter: isOld }
    return aMessageList({ ...chat, seq, unreadCount: seq }, items, ends)
  })
  await loadAround(id, messages[4]?.id ?? '')
  seq = 7

  await queryClient.fetchQuery({ ...chatQuery(id), staleTime: 0 })

  expect(shown()).toEqual(idsFrom(0, 10))
  expect(readChat(id)).toMatchObject({ hasMoreAfter: true, session: { seq: 7, unreadCount: 7 } })
  await loadLatest(id)
  expect(shown()).toEqual(idsFrom(30))
})

test('a page that arrives after jumping to the end is dropped', async () => {
  const late = Promise.withResolvers<void>()
  answer('get */api/chats/sessions/:id/messages', async ({ around, after }) => {
    const ends = { hasMoreBefore: true, hasMoreAfter: true }
    if (around !== undefined) return aMessageList(chat, messages.slice(0, 10), ends)
    if (after === undefined)
      return aMessageList(chat, messages.slice(30), { ...ends, hasMoreAfter: false })
    await late.promise
    return aMessageList(chat, messages.slice(10, 15), ends)
  })
  await loadAround(id, messages[4]?.id ?? '')
  const newer = loadNewer(id)
  await loadLatest(id)
  late.resolve()
  await newer

  expect(shown()).toEqual(idsFrom(30))
  expect(readChat(id)).toMatchObject({ hasMoreAfter: false })
})

test('a chat with missed events is refetched after a failed request', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isWell = true
  let part = messages.slice(0, 3)
  answer('get */api/chats/sessions/:id/messages', () =>
    isWell ? aMessageList(chat, part) : refusal(500),
  )
  const observer = new QueryObserver(queryClient, chatQuery(id))
  const leave = observer.subscribe(() => {})
  await vi.waitFor(() => expect(readChat(id)).toBeDefined())
  isWell = false
  refetchAllChats()
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))

  isWell = true
  part = messages.slice(0, 4)
  await vi.advanceTimersByTimeAsync(20_000)
  await vi.waitFor(() => expect(shown()).toEqual(idsFrom(0, 4)))
  leave()
})

test('a chat is refetched soon after an error, even after many earlier errors', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isWell = true
  answer('get */api/chats/sessions/:id/messages', () =>
    isWell ? aMessageList(chat, messages.slice(0, 3)) : refusal(500),
  )
  const observer = new QueryObserver(queryClient, chatQuery(id))
  const leave = observer.subscribe(() => {})
  await vi.waitFor(() => expect(readChat(id)).toBeDefined())
  for (let failure = 0; failure < 12; failure += 1) {
    isWell = false
    refetchAllChats()
    await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))
    isWell = true
    await vi.advanceTimersByTimeAsync(21_000)
    await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(false))
  }
  leave()
})

test('a chat that does not exist is requested once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let calls = 0
  answer('get */api/chats/sessions/:id/messages', () => {
    calls += 1
    return refusal(404)
  })
  const observer = new QueryObserver(queryClient, chatQuery(id))
  const leave = observer.subscribe(() => {})
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))

  refetchAllChats()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(calls).toBe(1)
  leave()
})
