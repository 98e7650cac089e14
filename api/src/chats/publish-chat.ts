import type { EventType } from '@errand/contract/events'
import type { ChatSession } from '@errand/contract/chats/session'

import type { Queries } from '../database/database.ts'
import { publishEvent } from '../events/publish-event.ts'
import { toMessages } from './messages/message-view.ts'
import type { MessageRow } from './rows.ts'
import { toSessions } from './session-view.ts'
import { updateSession, type SessionChanges } from './sessions/sessions.repo.ts'

/** What happened in a chat. */
export type Happened =
  | { type: 'message.created' | 'message.updated'; message: MessageRow }
  | { type: 'message.updated'; removedId: string }
  | { type: Extract<EventType, `session.${string}` | 'form_data.updated'> }

/** A chat and what a transaction did to it. */
export interface ChatChange {
  sessionId: string
  ownerId: string
  changes: SessionChanges
  happened: Happened[]
}

/**
 * Writes the changes of chats and tells of everything that happened in them. The last step of a
 * transaction: telling locks the owner, who must not be held while waiting for another row. The
 * chats have to be locked already.
 */
export async function publishChats(queries: Queries, chats: ChatChange[]): Promise<ChatSession[]> {
  const rows = []
  for (const { sessionId, changes, happened } of chats) {
    rows.push(await updateSession(queries, sessionId, { changes, events: happened.length }))
  }
  const sessions = await toSessions(queries, rows)
  for (const [index, session] of sessions.entries()) {
    const { happened = [], ownerId = '' } = chats[index] ?? {}
    for (const [step, event] of happened.entries()) {
      const seq = session.seq - happened.length + step + 1
      await publishEvent(queries, {
        ownerId,
        type: event.type,
        session: { id: session.id, seq },
        data: await dataOf(queries, event, session),
      })
    }
  }
  return sessions
}

/** As above, for the one chat that most transactions are about. */
export async function publishChat(queries: Queries, chat: ChatChange): Promise<ChatSession> {
  const [session] = await publishChats(queries, [chat])
  if (session === undefined) throw new Error(`The chat ${chat.sessionId} is gone`)
  return session
}

/** The whole thing as it is now, so that an open page need not ask for it. */
async function dataOf(queries: Queries, event: Happened, session: ChatSession) {
  if ('removedId' in event) return { messageId: event.removedId, removed: true }
  if (!('message' in event)) return { session }
  const [message] = await toMessages(queries, [event.message])
  return { message }
}
