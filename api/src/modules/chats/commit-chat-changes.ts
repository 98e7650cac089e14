import type { Message } from '@errand/contract/chats/message'
import type { runEventSchema } from '@errand/contract/chats/run'
import type { ChatSession } from '@errand/contract/chats/session'
import type { EventType } from '@errand/contract/events'
import type * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { publishEvents } from '../../platform/events/events.repo.ts'
import { dropProposals } from '../answers/answer-sets.ts'
import { toMessages } from './messages/message-view.ts'
import type { MessageRow, SessionRow } from './rows.ts'
import { updateAndReadSession } from './session-view.ts'
import type { SessionChanges } from './sessions/sessions.repo.ts'

/** An event of a chat. */
export type ChatEvent =
  | { type: 'message.created' | 'message.updated'; message: MessageRow }
  | { type: 'message.updated'; removedId: string }
  | { type: 'run.state'; run: z.output<typeof runEventSchema>['run'] }
  | { type: Extract<EventType, `session.${string}` | 'form_data.updated'> }

/** A chat, with the changes and events of a transaction. */
export interface ChatChange {
  session: Pick<SessionRow, 'id' | 'ownerId'>
  changes?: SessionChanges
  events: ChatEvent[]
}

/**
 * Stores the changes of an owner's chats and publishes their events. The chats have to be locked
 * already. It is the last step of a transaction, because publishing locks the owner's row, which must
 * not be held while waiting for another row.
 */
export async function commitAllChatChanges(
  queries: Queries,
  chats: ChatChange[],
): Promise<ChatSession[]> {
  const sessions: ChatSession[] = []
  for (const { session, changes = {}, events } of chats) {
    if (leavesAssistant(changes)) await dropProposals(queries, session.id)
    sessions.push(
      await updateAndReadSession(queries, session.id, { changes, events: events.length }),
    )
  }
  const messages = await showMessages(queries, chats, sessions)
  const published = sessions.flatMap((session, index) => {
    const { events = [] } = chats[index] ?? {}
    return events.map((event, step) => ({
      type: event.type,
      session: { id: session.id, seq: session.seq - events.length + step + 1 },
      data: eventData(event, session, messages),
    }))
  })
  const ownerId = chats[0]?.session.ownerId ?? ''
  // An owner's stream must never contain events of another owner's chats.
  if (chats.some(({ session }) => session.ownerId !== ownerId))
    throw new Error('Chats of several owners at once')
  await publishEvents(queries, ownerId, published)
  return sessions
}

/** Nobody is left to say yes to what a contact has proposed. */
const leavesAssistant = ({ handler, status }: SessionChanges): boolean =>
  (handler !== undefined && handler !== 'assistant') ||
  (status !== undefined && status !== 'active')

type MessagesByRow = ReadonlyMap<MessageRow, Message>

/** The messages of all events as the contract shows them, read at once. */
async function showMessages(
  queries: Queries,
  chats: ChatChange[],
  sessions: ChatSession[],
): Promise<MessagesByRow> {
  const rows = chats
    .flatMap(({ events }) => events)
    .flatMap((event) => ('message' in event ? [event.message] : []))
  const remarks = sessions.some(({ remarkCount }) => remarkCount > 0) ? 'all' : 'none'
  const shown = await toMessages(queries, rows, { remarks })
  return new Map(rows.flatMap((row, index) => (shown[index] ? [[row, shown[index]]] : [])))
}

/** The same for one chat. */
export async function commitChatChanges(queries: Queries, chat: ChatChange): Promise<ChatSession> {
  const [session] = await commitAllChatChanges(queries, [chat])
  if (session === undefined) throw new Error(`The chat ${chat.session.id} is gone`)
  return session
}

/** The whole object as it is now, so that open pages need not request it. */
function eventData(event: ChatEvent, session: ChatSession, messages: MessagesByRow) {
  if ('removedId' in event) return { messageId: event.removedId, removed: true }
  if ('run' in event) return { run: event.run }
  if (!('message' in event)) return { session }
  return { message: messages.get(event.message) }
}
