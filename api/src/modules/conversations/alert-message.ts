import type { Queries } from '../../platform/database/database.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { queueAlert } from '../account/alerts/queue-alert.ts'
import { preview, type ChatMutation } from '../chats/chat-mutation.ts'

/** Alerts the owner to a message of a contact that the assistant does not answer. */
export async function alertMessage(
  queries: Queries,
  queue: Queue,
  { chat, isNew }: { chat: ChatMutation; isNew: boolean },
): Promise<void> {
  const { id: sessionId, ownerId, handler, unreadCount } = preview(chat)
  // A chat that is handed over just now has an alert of its own.
  const isOwners = !isNew && chat.session.handler === 'owner' && handler === 'owner'
  // A chat that no job answers needs the owner from its first message.
  const isUnanswered = isNew && handler === 'none'
  if (unreadCount === 0 || !(isOwners || isUnanswered)) return
  await queueAlert(queries, queue, { ownerId, kind: isOwners ? 'message' : 'handoff', sessionId })
}
