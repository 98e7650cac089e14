import type { HandoffReason } from '@errand/contract/chats/session'
import type { Preferences } from '@errand/contract/settings'

import { next } from '../chats/state/next-state.ts'
import { columnsOf } from '../chats/state/session-state.ts'
import type { Queries } from '../database/database.ts'
import type { Queue } from '../queue/queue.ts'
import { mailHandoff } from './mail-handoff.ts'
import { after, withMore, type PendingChat } from './pending-chat.ts'

interface Handoff {
  chat: PendingChat
  reason: HandoffReason
  preferences: Preferences
  /** When the assistant takes the chat back by itself. */
  returnAt: Date | null
}

/** The assistant gives the chat to its owner, who is told of it. */
export async function handOff(
  queries: Queries,
  queue: Queue,
  { chat, reason, preferences, returnAt }: Handoff,
): Promise<PendingChat> {
  const session = after(chat)
  const state = next(session, { type: 'hand_off', at: new Date(), reason, returnAt })
  if (typeof state === 'string') return chat
  if (session.handler !== 'owner')
    await mailHandoff(queries, queue, { session, reason, preferences })
  return withMore(chat, columnsOf(state))
}
