import type { Message } from '@errand/contract/chats/message'

import type { Queries } from '../../database/database.ts'
import { Problem } from '../../http/problem.ts'
import { attentionAfter } from '../apply-status.ts'
import { toMessages } from '../messages/message-view.ts'
import {
  findMessage,
  lockMessage,
  updateMessage,
  noSuchMessage,
} from '../messages/messages.repo.ts'
import { queueAttempt } from '../messages/outbound.ts'
import { publishChat } from '../publish-chat.ts'
import type { MessageRow, SessionRow } from '../rows.ts'
import { retried } from '../state/message-status.ts'
import { lockChat, requireReachable } from './lock-chat.ts'
import { windowClosed } from './reply-content.ts'
import type { Sending } from './reply.service.ts'

/** Sends a message that failed once more, as a new attempt. */
export async function retryMessage(
  queries: Queries,
  { queue, meter, channels }: Sending,
  { ownerId, id }: { ownerId: string; id: string },
): Promise<Message> {
  const found = await findMessage(queries, ownerId, id)
  if (found === undefined) throw noSuchMessage()
  const chat = await lockChat(queries, ownerId, found.sessionId)
  const message = await lockMessage(queries, id)
  if (message === undefined) throw noSuchMessage()
  await requireReachable(queries, chat, channels)
  const isFree = message.type === 'text' || message.type === 'interactive'
  if (isFree && !isOpen(chat.session)) throw await windowClosed(queries, chat)
  requireRetryable(message)
  await meter.requireCredit(queries, ownerId, message.type === 'template' ? 'template' : 'owner')

  const at = new Date()
  const updated = await updateMessage(queries, id, {
    ...retried(message, at),
    // Gone with the attempt: what the provider still says of it is about the past.
    providerId: null,
    heldUntil: at,
  })
  await queueAttempt(queries, queue, updated)
  const { session } = chat
  await publishChat(queries, {
    sessionId: session.id,
    ownerId,
    changes: {
      attention: await attentionAfter(queries, session, updated),
      ...(session.lastMessageId === id && { lastMessageStatus: 'queued' }),
    },
    happened: [{ type: 'message.updated', message: updated }, { type: 'session.updated' }],
  })
  const [shown] = await toMessages(queries, [updated])
  if (shown === undefined) throw noSuchMessage()
  return shown
}

function isOpen({ windowExpiresAt }: SessionRow): boolean {
  return windowExpiresAt !== null && windowExpiresAt > new Date()
}

/** Where the provider says that trying again is of no use; a closed window may be open by now. */
function requireRetryable({ status, error }: MessageRow): void {
  if (status !== 'failed') {
    throw new Problem('conflict', { detail: 'Only a message that failed can be sent again.' })
  }
  if (error === null || error.retryable || error.action === 'send_template') return
  throw new Problem('conflict', { detail: error.detail || error.title, meta: { error } })
}
