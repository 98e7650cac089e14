import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aSession, aSessionList } from '../testing/chats.ts'
import { emptyFilter } from './session-filter.ts'
import { sessionsOf, withSession, type SessionPages } from './session-list.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString()
const chats = Array.from({ length: 9 }, (_, index) =>
  aSession({ name: `Contact ${index}`, lastActivityAt: at(50 - index) }),
)
const inPages = (nextCursor: string | null): SessionPages => ({
  pages: [
    aSessionList(chats.slice(0, 4), { nextCursor: 'second' }),
    aSessionList(chats.slice(4), { nextCursor }),
  ],
  pageParams: [null, 'second'],
})
const names = (pages: SessionPages) => sessionsOf(pages).map(({ contact }) => contact.name)
const chat = (index: number) => chats[index] ?? aSession()

test('a chat in which something happened comes to the top, once', () => {
  const pages = withSession(
    inPages(null),
    { ...chat(6), seq: 2, lastActivityAt: at(55) },
    emptyFilter,
  )

  expect(names(pages).slice(0, 2)).toEqual(['Contact 6', 'Contact 0'])
  expect(names(pages)).toHaveLength(9)
})

test('older news of a chat change nothing', () => {
  const pages = withSession(inPages(null), { ...chat(2), seq: 0, unreadCount: 9 }, emptyFilter)

  expect(sessionsOf(pages)[2]?.unreadCount).toBe(0)
})

test('a chat leaves a list that it does not belong to any more, and comes into one', () => {
  const filter = { ...emptyFilter, view: 'unread' as const }
  const unread = { ...chat(0), seq: 2, unreadCount: 1 }

  const left = withSession(inPages(null), { ...unread, seq: 3, unreadCount: 0 }, filter)
  expect(names(left)).not.toContain('Contact 0')
  expect(names(withSession(left, { ...unread, seq: 4 }, filter))[0]).toBe('Contact 0')
})

test('a chat behind what was read waits for its page', () => {
  const old = aSession({ name: 'Old', lastActivityAt: at(1) })

  expect(names(withSession(inPages('third'), old, emptyFilter))).not.toContain('Old')
  expect(names(withSession(inPages(null), old, emptyFilter)).at(-1)).toBe('Old')
})

test('whatever happens, the list is in its order and has each chat once', () => {
  const happening = fc.record({ index: fc.nat(8), minute: fc.nat(59) })
  fc.assert(
    fc.property(fc.array(happening), (happened) => {
      let pages = inPages(null)
      for (const [step, { index, minute }] of happened.entries()) {
        const session = { ...chat(index), seq: step + 2, lastActivityAt: at(minute) }
        pages = withSession(pages, session, emptyFilter)
      }
      const times = sessionsOf(pages).map(({ lastActivityAt }) => lastActivityAt)
      expect(times).toEqual(times.toSorted().toReversed())
      expect(new Set(names(pages)).size).toBe(9)
    }),
  )
})
