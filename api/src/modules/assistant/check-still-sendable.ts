import type { MessageError } from '@errand/contract/chats/message'
import { and, asc, eq, gt, isNotNull, ne } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { messages } from '../../platform/database/schema.ts'
import {
  commitMutation,
  withRunState,
  withAttention,
  withMore,
  type ChatMutation,
} from '../chats/chat-mutation.ts'
import { messageColumns, updateMessage } from '../chats/messages/messages.repo.ts'
import { removeMessages } from '../chats/messages/outbound.ts'
import type { MessageRow, SessionRow } from '../chats/rows.ts'
import {
  cancelRun,
  isWorking,
  lockOpenRuns,
  lockRun,
  updateRun,
  type RunRow,
} from '../chats/runs.ts'
import { isWindowOpenLongEnough } from './queue-replies.ts'

/**
 * The check in the transaction that claims a reply of the assistant for sending: whether it may still
 * be sent. If not, it is withdrawn or parked, as the last step of the transaction.
 */
export async function checkStillSendable(
  queries: Queries,
  { session, message }: { session: SessionRow; message: MessageRow },
): Promise<boolean> {
  // A retry was requested by the owner.
  if (message.runId === null || message.attempts > 1) return true
  const run = await lockRun(queries, message.runId)
  if (run === undefined) return true
  const chat: ChatMutation = { session, changes: {}, events: [] }
  if (run.state !== 'sending') {
    await commitMutation(queries, await withdraw(queries, chat, message))
    return false
  }
  if (await isSuperseded(queries, run, message)) {
    const rest = await removeUnsent(queries, chat, run)
    await commitMutation(
      queries,
      withSessionRun(
        rest.chat,
        withRunState(rest.chat, await cancelRun(queries, run, 'newer_message')),
      ),
    )
    return false
  }
  // A reply that was claimed before may have been sent already: it is retried or fails, but never parked.
  if (message.heldUntil === null || isWindowOpenLongEnough(session, new Date())) return true
  const rest = await removeUnsent(queries, chat, run)
  const result = run.result && { ...run.result, replies: rest.texts }
  const parked = await updateRun(queries, run.id, { state: 'parked', result })
  await commitMutation(queries, withRunState(withAttention(rest.chat, 'awaiting_template'), parked))
  return false
}

/** Leaves the chat's run state as it is, because it shows a later run. */
const withSessionRun = ({ session }: ChatMutation, chat: ChatMutation): ChatMutation =>
  withMore(chat, { run: session.run })

/** Whether the contact wrote again before the first part was sent, so that one reply can answer everything. */
async function isSuperseded(queries: Queries, run: RunRow, message: MessageRow): Promise<boolean> {
  if (message.runPart !== 1 || message.heldUntil === null) return false
  if (run.result?.action !== 'continue') return false
  const [newer] = await queries
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, run.sessionId),
        gt(messages.seq, message.seq),
        eq(messages.direction, 'in'),
        ne(messages.type, 'reaction'),
      ),
    )
    .limit(1)
  if (newer === undefined) return false
  // A message that starts no run, such as a voice note, does not replace the reply.
  return (await lockOpenRuns(queries, run.sessionId)).some(isWorking)
}

async function removeUnsent(
  queries: Queries,
  chat: ChatMutation,
  run: RunRow,
): Promise<{ chat: ChatMutation; texts: string[] }> {
  const waiting = await queries
    .select(messageColumns)
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, run.sessionId),
        eq(messages.runId, run.id),
        eq(messages.status, 'queued'),
        isNotNull(messages.heldUntil),
      ),
    )
    .orderBy(asc(messages.seq))
  const removed = await removeMessages(queries, chat.session, waiting)
  return {
    chat: withMore(chat, removed.changes, ...removed.events),
    texts: waiting.map(({ text }) => text),
  }
}

/** Removes an unsent reply. One that was tried before fails instead, because it may have been sent. */
async function withdraw(
  queries: Queries,
  chat: ChatMutation,
  message: MessageRow,
): Promise<ChatMutation> {
  if (message.heldUntil !== null) {
    const removed = await removeMessages(queries, chat.session, [message])
    return withMore(chat, removed.changes, ...removed.events)
  }
  const at = new Date().toISOString()
  const failed = await updateMessage(queries, message.id, {
    status: 'failed',
    statusAt: { ...message.statusAt, failed: at },
    error: withdrawnError,
  })
  const isLast = chat.session.lastMessageId === message.id
  return withMore(chat, isLast ? { lastMessageStatus: 'failed' } : {}, {
    type: 'message.updated',
    message: failed,
  })
}

/** The error of a reply that is not retried. */
const withdrawnError: MessageError = {
  code: 0,
  title: 'Not sent',
  detail: 'You took over the chat before it could be sent.',
  retryable: false,
  action: 'none',
}
