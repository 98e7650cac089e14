import type { UndoResponse } from '@errand/contract/chats/reply'

import type { Queries } from '../../database/database.ts'
import { Problem } from '../../http/problem.ts'
import type { Queue } from '../../queue/queue.ts'
import { lockForStatus } from '../apply-status.ts'
import { publishChat } from '../publish-chat.ts'
import { restoreChat } from '../reply/restore-chat.ts'
import type { MessageRow } from '../rows.ts'
import { findMessage } from './messages.repo.ts'
import { removeMessages } from './remove-messages.ts'

export const noSuchMessage = () => new Problem('not_found', { detail: 'There is no such message.' })

/** Takes a reply back that is still held: its text, to go on with, and the chat as it was before. */
export async function takeBack(
  queries: Queries,
  queue: Queue,
  { ownerId, id }: { ownerId: string; id: string },
): Promise<UndoResponse> {
  const found = await findMessage(queries, ownerId, id)
  const locked = found === undefined ? undefined : await lockForStatus(queries, found)
  if (locked === undefined) throw noSuchMessage()
  const { message, session } = locked
  requireHeld(message)
  const removed = await removeMessages(queries, session, [message])
  const { undo } = message
  const chat = { session, ...removed }
  const { changes, happened } =
    undo === null ? chat : await restoreChat(queries, queue, chat, { ...message, undo })
  const shown = await publishChat(queries, {
    sessionId: session.id,
    ownerId,
    changes,
    happened: [...happened, { type: 'session.updated' }],
  })
  return { success: true, restored: message.text, session: shown }
}

/** Only what the owner wrote, no worker has taken and nobody was told of yet. */
function requireHeld({ author, status, heldUntil, attempts }: MessageRow): void {
  const isHeld = author === 'owner' && status === 'queued' && heldUntil !== null && attempts === 1
  if (!isHeld) throw new Problem('conflict', { detail: 'The message is on its way already.' })
}
