import type {
  MessageAi,
  MessageAuthor,
  MessageChoices,
  MessageTemplate,
} from '@errand/contract/chats/message'

import type { Queries } from '../../database/database.ts'
import { newId } from '../../database/new-id.ts'
import type { ReplyUndo } from '../../database/tables/messages.ts'
import type { Queue } from '../../queue/queue.ts'
import type { MessageRow, SessionRow } from '../rows.ts'
import { appendMessage } from './messages.repo.ts'

/** What somebody on our side says in a chat. */
export interface Outbound {
  author: Exclude<MessageAuthor, 'contact'>
  text: string
  template?: MessageTemplate
  /** What the contact can tap to answer it. */
  choices?: MessageChoices
  clientId?: string | undefined
  replyToId?: string | undefined
  /** The run of the assistant that says it, and how it came to that. */
  runId?: string
  runPart?: number
  ai?: MessageAi
  /** Until then it can be taken back. */
  heldUntil: Date
  at: Date
  /** What of its chat comes back then. */
  undo?: ReplyUndo
}

/**
 * Stores a message and puts it into the queue, both or neither; the chat's row has to be locked.
 * Nothing when the owner has used the client id before.
 */
export async function queueMessage(
  queries: Queries,
  queue: Queue,
  { session, message }: { session: SessionRow; message: Outbound },
): Promise<MessageRow | undefined> {
  const { at, heldUntil, template, ...content } = message
  const row = await appendMessage(queries, {
    ...content,
    ...(template !== undefined && { template }),
    id: newId('message'),
    ownerId: session.ownerId,
    sessionId: session.id,
    direction: 'out',
    type: typeOf(message),
    status: 'queued',
    statusAt: { queued: at.toISOString() },
    attempts: 1,
    // Whoever takes it to send it empties this: from then on nobody can call it back.
    heldUntil,
    createdAt: at,
  })
  if (row !== undefined) await queueAttempt(queries, queue, row)
  return row
}

function typeOf({ template, choices }: Outbound): MessageRow['type'] {
  if (template !== undefined) return 'template'
  return choices === undefined ? 'text' : 'interactive'
}

/** Has a worker send a queued message, not before its hold is over. */
export async function queueAttempt(
  queries: Queries,
  queue: Queue,
  { id, sessionId, attempts, heldUntil }: MessageRow,
): Promise<void> {
  const isHeld = heldUntil !== null && heldUntil > new Date()
  const task = { messageId: id, attempt: attempts }
  await queue.add(queries, 'message.send', task, {
    group: sessionId,
    ...(isHeld && { startAfter: heldUntil }),
  })
}
