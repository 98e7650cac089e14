import { and, asc, desc, eq, gt } from 'drizzle-orm'

import { withMore, type PendingChat } from '../../assistant/pending-chat.ts'
import { restoreRuns } from '../../assistant/restore-runs.ts'
import type { Queries } from '../../database/database.ts'
import { messages } from '../../database/schema.ts'
import type { ReplyUndo, UnsentMessage } from '../../database/tables/reply-undo.ts'
import type { Queue } from '../../queue/queue.ts'
import { messageColumns } from '../messages/messages.repo.ts'
import type { Cancelled } from '../messages/remove-messages.ts'
import type { MessageRow, SessionRow } from '../rows.ts'
import type { SessionChanges } from '../sessions/sessions.repo.ts'
import { columnsOf, type SessionState } from '../state/session-state.ts'
import { isSameState, toStored, withoutReply } from '../state/undo-state.ts'

interface Replied {
  session: SessionRow
  /** The chat's state as the reply leaves it. */
  state: SessionState
  cancelled: Cancelled
}

/** What has to be known to undo a reply. */
export function undoOf({ session, state, cancelled }: Replied): ReplyUndo {
  const { attention, handoffReasons } = session
  // Without what was removed, which the mark may have named.
  const { lastReadMessageId = session.lastReadMessageId } = cancelled.changes
  return {
    before: toStored(session),
    after: toStored(state),
    attention: { before: attention, after: state.attention },
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
    ...(template !== null && { template }),
    ...(choices !== null && { choices }),
    ...(ai !== null && { ai }),
    ...(runId !== null && { runId }),
    ...(runPart !== null && { runPart }),
    heldUntil: (heldUntil ?? createdAt).toISOString(),
    at: createdAt.toISOString(),
  }
}

/**
 * The chat as it would be without a reply that was removed from it. Another reply of the owner's
 * since then still holds: it inherits what there is to undo. The chat is locked.
 */
export async function restoreChat(
  queries: Queries,
  queue: Queue,
  chat: PendingChat,
  reply: MessageRow & { undo: ReplyUndo },
): Promise<PendingChat> {
  const { session } = chat
  const later = await findNextReply(queries, reply)
  if (later !== undefined) {
    await inherit(queries, reply, later)
    return chat
  }
  const { undo } = reply
  const inbound = await findInbound(queries, reply)
  const state = withoutReply(session, {
    undo,
    hasJob: session.jobId !== null,
    inboundAt: inbound?.createdAt,
  })
  const isOurs = isSameState(toStored(session), undo.after)
  const restored = withMore(chat, {
    ...columnsOf(state),
    ...(isOurs && { handoffReasons: undo.handoffReasons }),
    ...(await readMarkBefore(queries, session, reply)),
  })
  if (!isOurs) return restored
  const hasNews = inbound !== undefined
  return restoreRuns(queries, queue, restored, { ...undo, hasNews })
}

/** What the reply had read is unread again, unless the owner has read on since. */
async function readMarkBefore(
  queries: Queries,
  session: SessionRow,
  { id, sessionId, createdAt, undo }: MessageRow & { undo: ReplyUndo },
): Promise<SessionChanges> {
  if (session.lastReadMessageId !== id) return {}
  const unread = await queries
    .update(messages)
    .set({ readByOwnerAt: null })
    .where(wasReadAt(sessionId, createdAt))
    .returning({ id: messages.id })
  return {
    unreadCount: session.unreadCount + unread.length,
    lastReadMessageId: undo.lastReadMessageId,
  }
}

/** A reply reads the chat at its own moment. */
const wasReadAt = (sessionId: string, at: Date) =>
  and(
    eq(messages.sessionId, sessionId),
    eq(messages.direction, 'in'),
    eq(messages.readByOwnerAt, at),
  )

/** The later reply, while it is held itself, gives back what came before both; once sent, nothing. */
async function inherit(
  queries: Queries,
  { id, sessionId, seq, createdAt, undo }: MessageRow & { undo: ReplyUndo },
  later: MessageRow,
): Promise<void> {
  if (later.undo === null) return
  const isMark = later.undo.lastReadMessageId === id
  if (isMark) {
    await queries
      .update(messages)
      .set({ readByOwnerAt: later.createdAt })
      .where(wasReadAt(sessionId, createdAt))
  }
  const inherited: ReplyUndo = {
    ...later.undo,
    ...(isSameState(undo.after, later.undo.before) && {
      before: undo.before,
      attention: inheritedAttention(undo.attention, later.undo.attention),
      handoffReasons: undo.handoffReasons,
      firstSeq: undo.firstSeq ?? seq,
      runs: [...undo.runs, ...later.undo.runs],
      unsent: [...undo.unsent, ...later.undo.unsent],
    }),
    ...(isMark && { lastReadMessageId: undo.lastReadMessageId }),
  }
  await queries.update(messages).set({ undo: inherited }).where(eq(messages.id, later.id))
}

/** What both replies settled together; what came or went between them is not theirs. */
function inheritedAttention(
  first: ReplyUndo['attention'],
  later: ReplyUndo['attention'],
): ReplyUndo['attention'] {
  const wasThere = first.before.filter(
    (one) => !first.after.includes(one) || later.before.includes(one),
  )
  const came = later.before.filter((one) => !first.after.includes(one))
  return { before: [...new Set([...wasThere, ...came])], after: later.after }
}

/** What the owner wrote in the chat after that, next. */
async function findNextReply(
  queries: Queries,
  { sessionId, seq }: MessageRow,
): Promise<MessageRow | undefined> {
  const [row] = await queries
    .select(messageColumns)
    .from(messages)
    .where(
      and(eq(messages.sessionId, sessionId), eq(messages.author, 'owner'), gt(messages.seq, seq)),
    )
    .orderBy(asc(messages.seq))
    .limit(1)
  return row
}

/** The contact's last message since the reply. */
async function findInbound(
  queries: Queries,
  { sessionId, seq, undo }: MessageRow & { undo: ReplyUndo },
): Promise<Pick<MessageRow, 'createdAt'> | undefined> {
  const [row] = await queries
    .select({ createdAt: messages.createdAt })
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        eq(messages.direction, 'in'),
        gt(messages.seq, undo.firstSeq ?? seq),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1)
  return row
}
