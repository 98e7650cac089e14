import type { MessageError } from '@errand/contract/chats/message'
import { and, asc, eq, gt, isNotNull, ne } from 'drizzle-orm'

import { messageColumns, updateMessage } from '../chats/messages/messages.repo.ts'
import { removeMessages } from '../chats/messages/outbound.ts'
import type { MessageRow, SessionRow } from '../chats/rows.ts'
import type { Queries } from '../../platform/database/database.ts'
import { messages } from '../../platform/database/schema.ts'
import {
  commitMutation,
  withRunState,
  withAttention,
  withMore,
  type ChatMutation,
} from '../chats/chat-mutation.ts'
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
 * Asked in the transaction that takes a message of the assistant to send it: whether it is still
 * right. If not, what became of it is written down, as the last step of the transaction.
 */
export async function checkStillSendable(
  queries: Queries,
  { session, message }: { session: SessionRow; message: MessageRow },
): Promise<boolean> {
  // Tried once more, it is what the owner wants to be said.
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
  // What was taken once may be out already: it is tried again, or fails, and waits for nobody.
  if (message.heldUntil === null || isWindowOpenLongEnough(session, new Date())) return true
  const rest = await removeUnsent(queries, chat, run)
  const result = run.result && { ...run.result, replies: rest.texts }
  const parked = await updateRun(queries, run.id, { state: 'parked', result })
  await commitMutation(queries, withRunState(withAttention(rest.chat, 'awaiting_template'), parked))
  return false
}

/** The chat shows the run that came after this one. */
const withSessionRun = ({ session }: ChatMutation, chat: ChatMutation): ChatMutation =>
  withMore(chat, { run: session.run })

/** The contact has said more before the first word was out: there is one answer to all of it. */
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
  // What begins no answer, such as a voice note, takes none away.
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

/** Nobody was sent it; unless a try got through of which we never heard, which the provider will say. */
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

/** Why a message of the assistant is not tried again. */
const withdrawnError: MessageError = {
  code: 0,
  title: 'Not sent',
  detail: 'You took the chat over before it could be sent.',
  retryable: false,
  action: 'none',
}
