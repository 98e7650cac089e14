import { mediaKindOf } from '@errand/contract/chats/media'
import type {
  MessageAi,
  MessageAuthor,
  MessageChoices,
  MessageTemplate,
} from '@errand/contract/chats/message'
import type { RunStopReason } from '@errand/contract/chats/run'
import { and, asc, eq, inArray, max, sql } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { messages, remarks } from '../../../platform/database/schema.ts'
import type { ReplyUndo } from '../../../platform/database/tables/messages.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { ChatEvent } from '../commit-chat-changes.ts'
import type { MessageRow, SessionRow } from '../rows.ts'
import { cancelRuns, type RunRow } from '../runs.ts'
import { lastMessageColumns, type SessionChanges } from '../sessions/sessions.repo.ts'
import { appendMessage, deleteMessages, findLastMessage, messageColumns } from './messages.repo.ts'

/** A message of the owner, the assistant or the product itself to a contact. */
export interface OutboundMessage {
  author: Exclude<MessageAuthor, 'contact'>
  text: string
  template?: MessageTemplate
  /** A file, with the text as its caption. */
  media?: NonNullable<MessageRow['media']>
  /** What the contact can tap to answer. */
  choices?: MessageChoices
  clientId?: string | undefined
  replyToId?: string | undefined
  /** The run of the assistant that wrote it. */
  runId?: string
  runPart?: number
  ai?: MessageAi
  /** Until then it can be undone. */
  heldUntil: Date
  at: Date
  /** What undoing it restores. */
  undo?: ReplyUndo
}

/**
 * Stores a message and queues it, both or neither; the chat's row has to be locked. Returns undefined
 * if the owner has used the client id before.
 */
export async function queueMessage(
  queries: Queries,
  queue: Queue,
  { session, message }: { session: SessionRow; message: OutboundMessage },
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
    // Cleared by the worker that claims the message: from then on it cannot be undone.
    heldUntil,
    createdAt: at,
  })
  if (row !== undefined) await queueAttempt(queries, queue, row)
  return row
}

function typeOf({ template, media, choices }: OutboundMessage): MessageRow['type'] {
  if (template !== undefined) return 'template'
  if (media !== undefined) return mediaKindOf(media.mimeType)
  return choices === undefined ? 'text' : 'interactive'
}

/** Queues the sending of a message for when its hold is over. */
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

/** Changes of a chat, and the events that tell of them. */
export interface ChatUpdate {
  changes: SessionChanges
  events: ChatEvent[]
}

/** The runs and unsent replies of the assistant, as they were before they were cancelled. */
export interface CancelledReplies extends ChatUpdate {
  runs: RunRow[]
  unsent: MessageRow[]
}

/** Cancels the assistant's open runs and removes its unsent replies. */
export async function cancelPendingReplies(
  queries: Queries,
  session: SessionRow,
  reason: RunStopReason = 'owner',
): Promise<CancelledReplies> {
  const unsent = await lockUnsentReplies(queries, session.id)
  const { changes, events } = await removeMessages(queries, session, unsent)
  const { runs, events: stopped } = await cancelRuns(queries, session.id, reason)
  return {
    changes: { ...changes, ...(runs.length > 0 && { run: 'idle' as const }) },
    events: [...events, ...stopped],
    runs,
    unsent,
  }
}

/** Removes messages that were not sent, and updates the chat's counts and marks. */
export async function removeMessages(
  queries: Queries,
  session: SessionRow,
  removed: MessageRow[],
): Promise<ChatUpdate> {
  if (removed.length === 0) return { changes: {}, events: [] }
  const ids = removed.map(({ id }) => id)
  const noted = await queries.$count(remarks, inArray(remarks.messageId, ids))
  await deleteMessages(queries, ids)
  const mark = removed.find(({ id }) => id === session.lastReadMessageId)
  return {
    changes: {
      messageCount: session.messageCount - ids.length,
      lastActivityAt: await findLastActivity(queries, session),
      remarkCount: session.remarkCount - noted,
      ...(ids.some((id) => id === session.lastMessageId) &&
        lastMessageColumns(await findLastMessage(queries, session.id, { excludesEvents: true }))),
      ...(mark !== undefined && {
        lastReadMessageId:
          (await findLastMessage(queries, session.id, { upTo: mark.seq }))?.id ?? null,
      }),
    },
    events: ids.map((removedId) => ({ type: 'message.updated', removedId })),
  }
}

/** When the last message was written, which orders the list of chats. */
async function findLastActivity(
  queries: Queries,
  { id, createdAt, lastActivityAt }: SessionRow,
): Promise<Date> {
  const [row] = await queries
    .select({ at: max(messages.createdAt) })
    .from(messages)
    .where(and(eq(messages.sessionId, id), sql`${messages.type} <> 'event'`))
  const at = row?.at ?? createdAt
  return at < lastActivityAt ? at : lastActivityAt
}

/** Locks the assistant's replies that no worker has claimed yet; the others cannot be stopped. */
function lockUnsentReplies(queries: Queries, sessionId: string): Promise<MessageRow[]> {
  return queries
    .select(messageColumns)
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        eq(messages.status, 'queued'),
        eq(messages.author, 'assistant'),
        sql`${messages.heldUntil} is not null`,
      ),
    )
    .orderBy(asc(messages.seq))
    .for('update')
}
