import { putFeedbackSchema, type Message, type PutFeedback } from '@errand/contract/chats/message'
import {
  markReadResponseSchema,
  markReadSchema,
  messageResponseSchema,
  undoResponseSchema,
} from '@errand/contract/chats/reply'
import { Hono } from 'hono'

import type { Queries, Database } from '../../platform/database/database.ts'
import { describeOperation } from '../../platform/docs/describe.ts'
import type { OwnerEnv } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { readId } from '../../platform/http/read-id.ts'
import { jsonBody } from '../../platform/http/request-input.ts'
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
export function messagesRoutes({ database, queue }: Dependencies) {
  return new Hono<OwnerEnv>()
    .put(
      '/messages/mark-read',
      describeOperation({
        tag: 'Chats',
        summary: 'Mark messages as read or unread',
        leaves: 'nothing',
        description:
          'A chat is read up to a message: reading one reads those before it, and one that is unread makes those after it unread.',
        answers: { 200: markReadResponseSchema },
        problems: [400, 403, 413, 415, 422],
      }),
      jsonBody(markReadSchema),
      async (c) => {
        const { ownerId } = c.var
        const input = c.req.valid('json')
        return c.json(
          await database.transaction((queries) => markRead(queries, queue, ownerId, input)),
        )
      },
    )
    .put(
      '/messages/:id/feedback',
      describeOperation({
        tag: 'Chats',
        summary: 'Rate an answer of the assistant',
        leaves: 'nothing',
        description:
          'The last word counts; `rating: null` takes it back. The analytics of the job count it.',
        answers: { 200: messageResponseSchema },
        problems: [400, 403, 404, 409, 413, 415, 422],
      }),
      jsonBody(putFeedbackSchema),
      async (c) => {
        const target = { ownerId: c.var.ownerId, id: readId('message', c.req.param('id')) }
        const input = c.req.valid('json')
        const message = await database.transaction((queries) => putFeedback(queries, target, input))
        return c.json({ success: true, message })
      },
    )
    .delete(
      '/messages/:id',
      describeOperation({
        tag: 'Chats',
        summary: 'Undo a reply',
        leaves: 'nothing',
        description:
          'Possible while it is held; answers 409 once it is on its way. The chat is as it was before: who drives it, what asks for the owner, what is unread, and what the assistant was about to say.',
        answers: { 200: undoResponseSchema },
        problems: [403, 404, 409],
      }),
      async (c) => {
        const { ownerId } = c.var
        const id = readId('message', c.req.param('id'))
        const undone = await database.transaction((queries) =>
          undoReply(queries, queue, { ownerId, id }),
        )
        return c.json(undone)
      },
    )
}

/** Stores the owner's rating of a reply of the assistant; a later one replaces it. */
async function putFeedback(
  queries: Queries,
  { ownerId, id }: { ownerId: string; id: string },
  { rating, reason, note }: PutFeedback,
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
