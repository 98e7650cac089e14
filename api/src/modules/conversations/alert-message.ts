import type { Queries } from '../../platform/database/database.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { queueAlert } from '../account/alerts/queue-alert.ts'
import { preview, type ChatMutation } from '../chats/chat-mutation.ts'

/** Alerts the owner to a message of a contact in a chat that the owner handles. */
export async function alertMessage(
  queries: Queries,
  queue: Queue,
  chat: ChatMutation,
): Promise<void> {
  const { id: sessionId, ownerId, handler, unreadCount } = preview(chat)
  // A chat that is handed over just now has an alert of its own.
  const isOwners = chat.session.handler === 'owner' && handler === 'owner'
  if (isOwners && unreadCount > 0)
    await queueAlert(queries, queue, { ownerId, kind: 'message', sessionId })
}
