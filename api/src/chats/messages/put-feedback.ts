import type { PutFeedback } from '@errand/contract/chats/feedback'
import type { Message } from '@errand/contract/chats/message'

import type { Queries } from '../../database/database.ts'
import { Problem } from '../../http/problem.ts'
import { lockForStatus } from '../apply-status.ts'
import { publishChat } from '../publish-chat.ts'
import { toMessages } from './message-view.ts'
import { findMessage, updateMessage, noSuchMessage } from './messages.repo.ts'

/** Notes what the owner thinks of an answer of the assistant; the last word counts. */
export async function putFeedback(
  queries: Queries,
  { ownerId, id }: { ownerId: string; id: string },
  { rating, reason, note }: PutFeedback,
): Promise<Message> {
  const found = await findMessage(queries, ownerId, id)
  const locked = found === undefined ? undefined : await lockForStatus(queries, found)
  if (locked === undefined) throw noSuchMessage()
  const { message, session } = locked
  if (message.author !== 'assistant') {
    throw new Problem('conflict', { detail: 'Only what the assistant said can be rated.' })
  }
  const at = new Date().toISOString()
  const opinion = {
    at,
    ...(reason !== undefined && { reason }),
    ...(note !== undefined && note !== '' && { note }),
  }
  const updated = await updateMessage(queries, id, {
    feedback: rating === null ? null : { rating, ...opinion },
  })
  await publishChat(queries, {
    sessionId: session.id,
    ownerId,
    changes: {},
    happened: [{ type: 'message.updated', message: updated }],
  })
  const [shown] = await toMessages(queries, [updated])
  if (shown === undefined) throw noSuchMessage()
  return shown
}
