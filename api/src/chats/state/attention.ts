import { windowClosingMs, type Attention, type SessionStatus } from '@errand/contract/chats/session'
import type { MessageAuthor } from '@errand/contract/chats/message'

import type { StoredAttention } from '../../database/tables/chats.ts'

interface Signs {
  status: SessionStatus
  /** What is remembered. */
  attention: readonly StoredAttention[]
  unreadCount: number
  lastMessageAuthor: MessageAuthor | null
  windowExpiresAt: Date | null
}

/** What asks for the owner's eyes at that moment. */
export function attentionOf(signs: Signs, now: Date): Attention[] {
  return [
    ...(signs.unreadCount > 0 ? (['unread'] as const) : []),
    ...signs.attention,
    ...(isWindowClosing(signs, now) ? (['window_closing'] as const) : []),
  ]
}

/** Less than two hours are left, and the contact had the last word. */
function isWindowClosing(signs: Signs, now: Date): boolean {
  const { status, lastMessageAuthor, windowExpiresAt } = signs
  if (status !== 'active' || lastMessageAuthor !== 'contact' || windowExpiresAt === null)
    return false
  const leftMs = windowExpiresAt.getTime() - now.getTime()
  return leftMs > 0 && leftMs <= windowClosingMs
}
