import { messageAuthors } from '@errand/contract/chats/message'
import { attentions, sessionStatuses } from '@errand/contract/chats/session'
import { expect, test } from 'vitest'

import type { StoredAttention } from '../../database/tables/chats.ts'
import { attentionOf } from '../session-view.ts'

const now = new Date('2026-11-21T10:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const quiet = {
  status: 'active',
  attention: [],
  unreadCount: 0,
  lastMessageAuthor: 'contact',
  windowExpiresAt: inMinutes(600),
} as const

test.each([
  [null, false],
  [inMinutes(121), false],
  [inMinutes(120), true],
  [inMinutes(1), true],
  [now, false],
  [inMinutes(-1), false],
])('a window until %s is closing: %s', (windowExpiresAt, expected) => {
  const found = attentionOf({ ...quiet, windowExpiresAt }, now)
  expect(found).toEqual(expected ? ['window_closing'] : [])
})

test('a window matters only while the contact of an active chat waits', () => {
  for (const status of sessionStatuses) {
    for (const lastMessageAuthor of [...messageAuthors, null]) {
      const signs = { ...quiet, status, lastMessageAuthor, windowExpiresAt: inMinutes(5) }
      const expected = status === 'active' && lastMessageAuthor === 'contact'
      expect(attentionOf(signs, now).includes('window_closing')).toBe(expected)
    }
  }
})

test('what is remembered is told as it is, each thing once', () => {
  const stored: StoredAttention[] = ['handoff', 'failed_message', 'awaiting_template', 'review']
  const all = { ...quiet, attention: stored, unreadCount: 3, windowExpiresAt: inMinutes(5) }
  expect(attentionOf(all, now).toSorted()).toEqual(attentions.toSorted())
})
