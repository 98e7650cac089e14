import { holdResponseSchema, listRunsQuerySchema, runListSchema } from '@errand/contract/chats/run'
import { Hono } from 'hono'

import { describe } from '../docs/describe.ts'
import type { OwnerEnv } from '../http/context.ts'
import { query } from '../http/json-body.ts'
import { readId } from '../http/read-id.ts'
import type { Services } from '../services.ts'
import { holdWhileTyping } from './hold-while-typing.ts'
import { listRuns } from './list-runs.ts'

/** /api/chats/sessions/{id}/runs: what the assistant does in a chat. */
export function runsRoutes({ database }: Services) {
  return new Hono<OwnerEnv>()
    .get(
      '/sessions/:id/runs',
      describe({
        tag: 'Chats',
        summary: 'List what the assistant did in a chat',
        description:
          'Newest first: what it read, what it said and why, what the model took; or why it did not ' +
          'answer. With `messageId` the run that says this message.',
        answers: { 200: runListSchema },
        problems: [403, 404, 422],
      }),
      query(listRunsQuerySchema),
      async (c) => {
        const chat = { ownerId: c.var.ownerId, sessionId: readId('session', c.req.param('id')) }
        return c.json(await listRuns(database.queries, chat, c.req.valid('query')))
      },
    )
    .post(
      '/sessions/:id/typing',
      describe({
        tag: 'Chats',
        summary: 'Have the assistant wait while the owner writes',
        description:
          'For 30 seconds; to be repeated while he goes on. A reply takes the chat over.',
        answers: { 200: holdResponseSchema },
        problems: [403, 404],
      }),
      async (c) => {
        const chat = { ownerId: c.var.ownerId, sessionId: readId('session', c.req.param('id')) }
        const until = await database.transaction((queries) => holdWhileTyping(queries, chat))
        return c.json({ success: true, heldUntil: until.toISOString() })
      },
    )
}
