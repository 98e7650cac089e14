import {
  replyResponseSchema,
  replySchema,
  messageResponseSchema,
} from '@errand/contract/chats/reply'
import { templateListSchema } from '@errand/contract/chats/template'
import { Hono } from 'hono'

import { describe, idempotencyKeyHeader } from '../../docs/describe.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { answerOnce } from '../../http/idempotency.ts'
import { jsonBody } from '../../http/json-body.ts'
import { readId } from '../../http/read-id.ts'
import type { Services } from '../../services.ts'
import { refreshTemplates } from '../../whatsapp/account/fetch-templates.ts'
import { reply } from './reply.service.ts'
import { retryMessage } from './retry.service.ts'
import { listTemplates, toTemplate } from './templates.repo.ts'

/** /api/chats: what the owner says himself. */
export function replyRoutes({ database, queue, billing, channels }: Services) {
  const sending = { queue, meter: billing.meter, channels }
  return new Hono<OwnerEnv>()
    .post(
      '/sessions/:id/reply',
      describe({
        tag: 'Chats',
        summary: 'Reply in a chat',
        description:
          '`text_message` with one BODY is free text, any other name a template whose blanks the BODY items fill. The message can be taken back for `undoSeconds`. The same `clientId` sends once.',
        parameters: [idempotencyKeyHeader],
        answers: { 202: replyResponseSchema },
        problems: [400, 402, 403, 404, 409, 413, 415, 422],
      }),
      jsonBody(replySchema),
      (c) => {
        const { ownerId, identity } = c.var
        const sessionId = readId('session', c.req.param('id'))
        const input = c.req.valid('json')
        return answerOnce(c, database, {
          scope: identity.uid,
          input,
          work: async (queries) => ({
            status: 202,
            body: await reply(queries, sending, { ownerId, sessionId, reply: input }),
          }),
        })
      },
    )
    .post(
      '/messages/:id/retry',
      describe({
        tag: 'Chats',
        summary: 'Send a failed message again',
        parameters: [idempotencyKeyHeader],
        answers: { 202: messageResponseSchema },
        problems: [400, 402, 403, 404, 409],
      }),
      (c) => {
        const { ownerId, identity } = c.var
        const id = readId('message', c.req.param('id'))
        return answerOnce(c, database, {
          scope: identity.uid,
          input: id,
          work: async (queries) => {
            const message = await retryMessage(queries, sending, { ownerId, id })
            return { status: 202, body: { success: true, message } }
          },
        })
      },
    )
    .get(
      '/templates',
      describe({
        tag: 'Chats',
        summary: 'List the templates',
        description:
          'All of them, whatever the provider thinks of them, on one page. Those of an hour ago are asked for anew.',
        answers: { 200: templateListSchema },
        problems: [403],
      }),
      async (c) => {
        await refreshTemplates(database, queue, c.var.ownerId)
        const rows = await listTemplates(database.queries, c.var.ownerId)
        return c.json({ items: rows.map(toTemplate), nextCursor: null })
      },
    )
}
