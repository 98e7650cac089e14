import { type Message, putFeedbackCall } from '@errand/contract/chats/message'
import { markReadCall, undoReplyCall } from '@errand/contract/chats/reply'
import type * as z from 'zod/mini'

import type { OwnerCalls } from '../../platform/calls/answer-calls.ts'
import type { Queries, Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { lockOwnMessage } from '../chats/apply-status.ts'
import { commitChatChanges } from '../chats/commit-chat-changes.ts'
import { markRead } from '../chats/messages/mark-read.ts'
import { showMessage } from '../chats/messages/message-view.ts'
import { updateMessage } from '../chats/messages/messages.repo.ts'
import { undoReply } from './reply/undo.ts'

interface Dependencies {
  database: Database
  queue: Queue
}

/** /api/chats/messages: marks them as read, rates one, or undoes one. */
export function messagesRoutes(on: OwnerCalls, { database, queue }: Dependencies) {
  on(markReadCall, {
    summary: 'Mark messages as read or unread',
    leaves: 'nothing',
    description:
      'A chat is read up to a message: reading one reads those before it, and one that is unread makes those after it unread.',
  }).answer(({ ownerId, body }) =>
    database.transaction((queries) => markRead(queries, queue, ownerId, body)),
  )
  on(putFeedbackCall, {
    summary: 'Rate an answer of the assistant',
    leaves: 'nothing',
    description:
      'The last word counts; `rating: null` takes it back. The analytics of the job count it.',
  }).answer(async ({ body, ...target }) => ({
    success: true,
    message: await database.transaction((queries) => putFeedback(queries, target, body)),
  }))
  on(undoReplyCall, {
    summary: 'Undo a reply',
    leaves: 'nothing',
    description:
      'Possible while it is held; answers 409 once it is on its way. The chat is as it was before: who drives it, what asks for the owner, what is unread, and what the assistant was about to say.',
  }).answer((target) => database.transaction((queries) => undoReply(queries, queue, target)))
}

/** Stores the owner's rating of a reply of the assistant; a later one replaces it. */
async function putFeedback(
  queries: Queries,
  { ownerId, id }: { ownerId: string; id: string },
  { rating, reason, note }: z.output<(typeof putFeedbackCall)['body']>,
): Promise<Message> {
  const { message, session } = await lockOwnMessage(queries, { ownerId, id })
  if (message.author !== 'assistant') {
    throw new Problem('conflict', { detail: 'Only what the assistant said can be rated.' })
  }
  const at = new Date().toISOString()
  const opinion = {
    at,
    ...(reason !== undefined && { reason }),
    ...(note !== undefined && note !== '' && { note }),
  }
  const updated = await updateMessage(queries, id, {
    feedback: rating === null ? null : { rating, ...opinion },
  })
  await commitChatChanges(queries, {
    session,
    events: [{ type: 'message.updated', message: updated }],
  })
  return showMessage(queries, updated)
}
