import type { MessageStatus } from '@errand/contract/chats/message'

import type { Queries } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { MessageRow, SessionRow } from '../rows.ts'
import { appendMessage } from './messages.repo.ts'

/** Adds a line to the chat that its owner sees, and its contact does not. */
export async function appendEventLine(
  queries: Queries,
  { id: sessionId, ownerId }: Pick<SessionRow, 'id' | 'ownerId'>,
  { text, status }: { text: string; status: Extract<MessageStatus, 'queued' | 'sent' | 'failed'> },
): Promise<MessageRow> {
  const at = new Date()
  const moment = at.toISOString()
  const event = await appendMessage(queries, {
    id: newId('message'),
    ownerId,
    sessionId,
    direction: 'out',
    author: 'system',
    type: 'event',
    text,
    status,
    statusAt: { ...(status !== 'sent' && { queued: moment }), [status]: moment },
    attempts: 1,
    createdAt: at,
  })
  if (event === undefined) throw new Error('The line of the chat was not stored')
  return event
}
