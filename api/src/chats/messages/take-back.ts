import type { Queries } from '../../database/database.ts'
import { Problem } from '../../http/problem.ts'
import { lockForStatus } from '../apply-status.ts'
import { publishChat } from '../publish-chat.ts'
import type { MessageRow } from '../rows.ts'
import { findMessage } from './messages.repo.ts'
import { removeMessages } from './remove-messages.ts'

export const noSuchMessage = () => new Problem('not_found', { detail: 'There is no such message.' })

/** Takes a reply back that is still held; gives its text, to go on with. */
export async function takeBack(queries: Queries, ownerId: string, id: string): Promise<string> {
  const found = await findMessage(queries, ownerId, id)
  const locked = found === undefined ? undefined : await lockForStatus(queries, found)
  if (locked === undefined) throw noSuchMessage()
  const { message, session } = locked
  requireHeld(message)
  const removed = await removeMessages(queries, session, [message])
  await publishChat(queries, {
    sessionId: session.id,
    ownerId,
    changes: removed.changes,
    happened: [...removed.happened, { type: 'session.updated' }],
  })
  return message.text
}

/** Only what the owner wrote, no worker has taken and nobody was told of yet. */
function requireHeld({ author, status, heldUntil, attempts }: MessageRow): void {
  const isHeld = author === 'owner' && status === 'queued' && heldUntil !== null && attempts === 1
  if (!isHeld) throw new Problem('conflict', { detail: 'The message is on its way already.' })
}
