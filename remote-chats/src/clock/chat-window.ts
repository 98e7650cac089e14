import type { ChatSession } from '@errand/contract/chats/session'

const dayMs = 24 * 60 * 60 * 1000
const soonMs = 5 * 60 * 60 * 1000

/** How much is left of the 24 hours in which free text is allowed. */
export interface ChatWindow {
  state: 'open' | 'closing' | 'closed'
  leftMs: number
  /** The part of the 24 hours that is over, from 0 to 1. */
  spent: number
}

/** The window of a chat at a moment; it closes by itself, whatever was read of it last. */
export function windowOf({ window }: Pick<ChatSession, 'window'>, now: number): ChatWindow {
  const leftMs = window.expiresAt === null ? 0 : Date.parse(window.expiresAt) - now
  if (leftMs <= 0) return { state: 'closed', leftMs: 0, spent: 1 }
  const spent = Math.max(0, 1 - leftMs / dayMs)
  return { state: leftMs < soonMs ? 'closing' : 'open', leftMs, spent }
}
