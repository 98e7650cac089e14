import type { Message } from '@errand/contract/chats/message'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aMessage, aMessageList, aReply, aSession } from '../testing/chats.ts'
import {
  newerMessage,
  threadOf,
  withLatest,
  withMessage,
  withOlder,
  type Thread,
} from './thread.ts'

const session = aSession({ seq: 5 })
const sessionId = session.id
const all = Array.from({ length: 40 }, (_, index) => aMessage({ sessionId, seq: index + 1 }))
const page = (from: number, to: number) =>
  aMessageList(session, all.slice(from, to), {
    hasMoreBefore: from > 0,
    hasMoreAfter: to < all.length,
  })
const ids = ({ items }: Thread) => items.map(({ id }) => id)
const idsOf = (messages: Message[]) => messages.map(({ id }) => id)

test('ticks never go back, in whatever order the news arrive', () => {
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

test('a new attempt begins anew, and the old one is not heard any more', () => {
  const failed = aReply({ sessionId, status: 'failed', attempts: 1 })
  const again = { ...failed, status: 'queued' as const, attempts: 2 }

  expect(newerMessage(failed, again).status).toBe('queued')
  expect(newerMessage(again, failed).status).toBe('queued')
})

test('older pages come before what is known, each message once', () => {
  const thread = withOlder(threadOf(page(20, 40)), page(5, 22))

  expect(ids(thread)).toEqual(idsOf(all.slice(5)))
  expect(thread.hasMoreBefore).toBe(true)
})

test('when too much was missed, no hole is left in between', () => {
  const known = threadOf(page(0, 10))

  expect(ids(withLatest({ ...known, hasMoreAfter: false }, page(20, 40)))).toEqual(
    idsOf(all.slice(20)),
  )
})

test('whatever events come, in any order and twice, a message is shown once and in its place', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 10, max: 39 })), (heard) => {
      const begun = threadOf({ ...page(10, 20), hasMoreAfter: false })
      const messages = heard.flatMap((index) => all[index] ?? [])
      const thread = messages.reduce(withMessage, begun)
      const expected = [...new Set([...all.slice(10, 20), ...messages])]
      expect(ids(thread)).toEqual(idsOf(expected.toSorted((a, b) => a.seq - b.seq)))
    }),
  )
})

test('what is written while an old part of the chat is read waits for its end', () => {
  const begun = threadOf(page(0, 10))
  const [last] = all.slice(-1)

  expect(last && withMessage(begun, last)).toBe(begun)
})
