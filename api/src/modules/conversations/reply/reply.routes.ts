import type { Message } from '@errand/contract/chats/message'
import { retryMessageCall, sendReplyCall } from '@errand/contract/chats/reply'
import { listTemplatesCall } from '@errand/contract/chats/template'

import type { OwnerCalls } from '../../../platform/calls/answer-calls.ts'
import type { Queries, Database } from '../../../platform/database/database.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { Billing } from '../../billing/billing.ts'
import { attentionAfter, resetForRetry } from '../../chats/apply-status.ts'
import type { Channels } from '../../chats/channel.ts'
import { commitChatChanges } from '../../chats/commit-chat-changes.ts'
import { showMessage } from '../../chats/messages/message-view.ts'
import {
  findMessage,
  lockMessage,
  requireMessage,
  updateMessage,
} from '../../chats/messages/messages.repo.ts'
import { queueAttempt } from '../../chats/messages/outbound.ts'
import type { MessageRow } from '../../chats/rows.ts'
import { isWindowOpen } from '../../chats/sessions/sessions.repo.ts'
import { listTemplates, refreshTemplates, toTemplate } from '../../chats/templates.repo.ts'
import { windowClosed } from './reply-content.ts'
import { lockChat, sendReply, requireReachable, type ReplyDeps } from './reply.service.ts'

interface Dependencies {
  billing: Billing
  channels: Channels
  database: Database
  queue: Queue
}

/** /api/chats: replies of the owner, and templates. */
export function replyRoutes(on: OwnerCalls, { database, queue, billing, channels }: Dependencies) {
  const sending = { queue, meter: billing.meter, channels }
  on(sendReplyCall, {
    summary: 'Reply in a chat',
    leaves: 'nothing',
    description:
      '`text_message` with one BODY is free text, any other name a template whose blanks the BODY items fill. With `mediaId` a file of `POST /files` is sent, and the text is its caption. The message can be taken back for `undoSeconds`. The same `clientId` sends once.',
  }).answer(({ c, identity, ownerId, id: sessionId, body: reply }) =>
    withIdempotencyKey(c, database, {
      scope: identity.uid,
      input: reply,
      work: async (queries) => ({
        status: 202,
        body: await sendReply(queries, sending, { ownerId, sessionId, reply }),
      }),
    }),
  )
  on(retryMessageCall, { summary: 'Send a failed message again', leaves: 'nothing' }).answer(
    ({ c, identity, ...target }) =>
      withIdempotencyKey(c, database, {
        scope: identity.uid,
        input: target.id,
        work: async (queries) => {
          const message = await retryMessage(queries, sending, target)
          return { status: 202, body: { success: true, message } }
        },
      }),
  )
  on(listTemplatesCall, {
    summary: 'List the templates',
    leaves: 'nothing',
    description:
      'All of them, whatever the provider thinks of them, on one page. Those of an hour ago are asked for anew.',
  }).answer(async ({ ownerId }) => {
    await refreshTemplates(database, queue, ownerId)
    const rows = await listTemplates(database.queries, ownerId)
    return { items: rows.map(toTemplate), nextCursor: null }
  })
}

/** Sends a failed message again, as a new attempt. */
async function retryMessage(
  queries: Queries,
  { queue, meter, channels }: ReplyDeps,
  { ownerId, id }: { ownerId: string; id: string },
): Promise<Message> {
  const { sessionId } = requireMessage(await findMessage(queries, ownerId, id))
  const chat = await lockChat(queries, ownerId, sessionId)
  const message = requireMessage(await lockMessage(queries, id))
  await requireReachable(queries, chat, channels)
  const isFree = message.type !== 'template'
  if (isFree && !isWindowOpen(chat.session)) throw await windowClosed(queries, chat)
  requireRetryable(message)
  await meter.requireCredit(queries, ownerId, message.type === 'template' ? 'template' : 'owner')

  const at = new Date()
  const updated = await updateMessage(queries, id, {
    ...resetForRetry(message, at),
    // Reports about the earlier attempt must not be applied any more.
    providerId: null,
    heldUntil: at,
  })
  await queueAttempt(queries, queue, updated)
  const { session } = chat
  await commitChatChanges(queries, {
    session,
    changes: {
      attention: await attentionAfter(queries, session, updated),
      ...(session.lastMessageId === id && { lastMessageStatus: 'queued' }),
    },
    events: [{ type: 'message.updated', message: updated }, { type: 'session.updated' }],
  })
  return showMessage(queries, updated)
}

/** Refuses a retry that the provider has ruled out; a closed window may be open again by now. */
function requireRetryable({ status, error }: MessageRow): void {
  if (status !== 'failed') {
    throw new Problem('conflict', { detail: 'Only a message that failed can be sent again.' })
  }
  if (error === null || error.retryable || error.action === 'send_template') return
  throw new Problem('conflict', { detail: error.detail || error.title, meta: { error } })
}
