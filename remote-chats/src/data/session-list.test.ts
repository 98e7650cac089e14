import { expect, test } from 'vitest'

import { aSession, aSessionList } from '../testing/samples.ts'
import { sessionsOf, upsertSession, type SessionPages } from './session-cache.ts'
import { emptyFilter } from './session-filter.ts'

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

test('an older event of a chat changes nothing', () => {
  const pages = upsertSession(inPages(null), { ...chat(2), seq: 0, unreadCount: 9 }, emptyFilter)

  expect(sessionsOf(pages)[2]?.unreadCount).toBe(0)
})

test('a chat beyond the loaded pages is not added until its page is loaded', () => {
  const old = aSession({ name: 'Old', lastActivityAt: at(1) })

  expect(names(upsertSession(inPages('third'), old, emptyFilter))).not.toContain('Old')
  expect(names(upsertSession(inPages(null), old, emptyFilter)).at(-1)).toBe('Old')
})
