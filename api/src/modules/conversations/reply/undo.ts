import type { Answer } from '@errand/contract/call'
import { uploadHours } from '@errand/contract/chats/media'
import type { undoReplyCall } from '@errand/contract/chats/reply'
import { and, eq, gt, or } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { messages } from '../../../platform/database/schema.ts'
import type {
  ReplyUndo,
  StoredState,
  UnsentMessage,
} from '../../../platform/database/tables/messages.ts'
import { releaseUpload } from '../../../platform/files/files.service.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { restoreRuns } from '../../assistant/schedule-run.ts'
import { lockOwnMessage } from '../../chats/apply-status.ts'
import { withMore, type ChatMutation } from '../../chats/chat-mutation.ts'
import { commitChatChanges } from '../../chats/commit-chat-changes.ts'
import { setRead } from '../../chats/messages/mark-read.ts'
import { findLastMessage, findMessage } from '../../chats/messages/messages.repo.ts'
import { removeMessages, type CancelledReplies } from '../../chats/messages/outbound.ts'
import { type MessageRow, type SessionRow, withoutNulls } from '../../chats/rows.ts'
import type { SessionChanges } from '../../chats/sessions/sessions.repo.ts'
import { stateColumns, type SessionState } from '../../chats/state/session-state.ts'

interface ReplyEffects {
  session: SessionRow
  /** The chat's state as the reply leaves it. */
  state: SessionState
  cancelled: CancelledReplies
}

/** The data that undoing a reply needs. */
export function toReplyUndo({ session, state, cancelled }: ReplyEffects): ReplyUndo {
  const { attention, attentionAbout, handoffReasons } = session
  // The read mark may have been moved from a message that was removed.
  const { lastReadMessageId = session.lastReadMessageId } = cancelled.changes
  return {
    before: toStored(session),
    after: toStored(state),
    attention: { before: attention, after: state.attention, about: attentionAbout },
    handoffReasons,
    lastReadMessageId,
    runs: cancelled.runs.map(({ id, state: stood, wakeAt }) => ({
      id,
      state: stood,
      wakeAt: wakeAt?.toISOString() ?? null,
    })),
    unsent: cancelled.unsent.map(toUnsent),
  }
}

function toUnsent(row: MessageRow): UnsentMessage {
  const { text, template, choices, ai, runId, runPart, heldUntil, createdAt } = row
  return {
    text,
    ...withoutNulls({ template, choices, ai, runId, runPart }),
    heldUntil: (heldUntil ?? createdAt).toISOString(),
    at: createdAt.toISOString(),
  }
}

/** The state of a chat as it is stored for undo. */
function toStored(state: SessionState): StoredState {
  const { status, closeReason, closedAt, handler, handlerSince, handlerReason, returnAt } = state
  return {
    status,
    closeReason,
    closedAt: closedAt?.toISOString() ?? null,
    handler,
    handlerSince: handlerSince.toISOString(),
    handlerReason,
    returnAt: returnAt?.toISOString() ?? null,
  }
}

const isSameState = (one: StoredState, other: StoredState): boolean =>
  Object.entries(one).every(([key, value]) => other[key as keyof StoredState] === value)

function fromStored(stored: StoredState): Omit<SessionState, 'run' | 'attention'> {
  const { closedAt, handlerSince, returnAt } = stored
  return {
    ...stored,
    closedAt: closedAt === null ? null : new Date(closedAt),
    handlerSince: new Date(handlerSince),
    returnAt: returnAt === null ? null : new Date(returnAt),
  }
}

/** Undoes a reply that is still held: returns its text, and restores the chat as it was before. */
export async function undoReply(
  queries: Queries,
  queue: Queue,
  { ownerId, id }: { ownerId: string; id: string },
): Promise<Answer<typeof undoReplyCall>> {
  const { message, session } = await lockOwnMessage(queries, { ownerId, id })
  requireHeld(message)
  const removed = await removeMessages(queries, session, [message])
  const { undo, media } = message
  if (media !== null) {
    // It can be sent once more, like after its upload.
    await releaseUpload(queries, media.id, new Date(Date.now() + uploadHours * 60 * 60 * 1000))
  }
  const chat = { session, ...removed }
  const { changes, events } =
    undo === null ? chat : await restoreChat(queries, queue, chat, { ...message, undo })
  const shown = await commitChatChanges(queries, {
    session,
    changes,
    events: [...events, { type: 'session.updated' }],
  })
  return { success: true, restored: message.text, session: shown }
}

/** Only a reply of the owner that no worker has claimed yet can be undone. */
function requireHeld({ author, status, heldUntil, attempts }: MessageRow): void {
  const isHeld = author === 'owner' && status === 'queued' && heldUntil !== null && attempts === 1
  if (!isHeld) throw new Problem('conflict', { detail: 'The message is already on its way.' })
}

type UndoneReply = MessageRow & { undo: ReplyUndo }

/**
 * Restores the chat as it was before the undone reply. If somebody has written since, or the chat's
 * state has changed since, only the read mark is restored.
 */
async function restoreChat(
  queries: Queries,
  queue: Queue,
  chat: ChatMutation,
  reply: UndoneReply,
): Promise<ChatMutation> {
  const { session } = chat
  const { undo } = reply
  const marked = withMore(chat, await restoreReadMark(queries, session, reply))
  const isLast = !(await hasLaterMessage(queries, reply))
  if (!isLast || !isSameState(toStored(session), undo.after)) return marked
  const attention = attentionBefore(session, undo.attention)
  const state = stateColumns({ ...session, ...fromStored(undo.before), attention })
  const restored = withMore(marked, {
    ...state,
    attentionAbout: { ...undo.attention.about, ...session.attentionAbout },
    // It is no news that they need the owner.
    attentionDoneAt: session.attentionDoneAt,
    handoffReasons: undo.handoffReasons,
  })
  return restoreRuns(queries, queue, restored, undo)
}

/** The present reasons for attention, plus those that the reply had cleared. */
function attentionBefore(
  { attention: now }: Pick<SessionState, 'attention'>,
  { before, after }: ReplyUndo['attention'],
): SessionState['attention'] {
  return [
    ...before.filter((one) => now.includes(one) || !after.includes(one)),
    ...now.filter((one) => !before.includes(one)),
  ]
}

/** Whether the owner or the contact wrote in the chat after a message. */
async function hasLaterMessage(queries: Queries, { sessionId, seq }: MessageRow): Promise<boolean> {
  const isTheirs = or(eq(messages.author, 'owner'), eq(messages.direction, 'in'))
  const isLater = and(eq(messages.sessionId, sessionId), gt(messages.seq, seq), isTheirs)
  return (
    (await queries.select({ id: messages.id }).from(messages).where(isLater).limit(1)).length > 0
  )
}

/** Marks as unread what the reply had marked as read, unless the owner has read further since. */
async function restoreReadMark(
  queries: Queries,
  session: SessionRow,
  { id, sessionId, ownerId, seq, createdAt, undo }: UndoneReply,
): Promise<SessionChanges> {
  if (session.lastReadMessageId !== id) return {}
  const wasRead = and(eq(messages.sessionId, sessionId), eq(messages.readByOwnerAt, createdAt))
  const unread = await setRead(queries, wasRead, null)
  const mark = undo.lastReadMessageId
  // The message at the earlier mark may have been undone meanwhile.
  const found =
    mark === null
      ? undefined
      : ((await findMessage(queries, ownerId, mark)) ??
        (await findLastMessage(queries, sessionId, { upTo: seq })))
  return {
    unreadCount: session.unreadCount + unread,
    lastReadMessageId: found?.id ?? null,
  }
}
