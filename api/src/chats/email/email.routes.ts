import { emailSessionResponseSchema, emailSessionSchema } from '@errand/contract/chats/email'
import { Hono } from 'hono'

import { describe, idempotencyKeyHeader } from '../../docs/describe.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { answerOnce } from '../../http/idempotency.ts'
import { jsonBody } from '../../http/json-body.ts'
import { readId } from '../../http/read-id.ts'
import type { Services } from '../../services.ts'
import { requestEmail } from './email.service.ts'

/** /api/chats/sessions/{id}/email: a chat as mail, by the owner's own mail server. */
export function emailRoutes({ database, queue }: Services) {
  return new Hono<OwnerEnv>().post(
    '/sessions/:id/email',
    describe({
      tag: 'Chats',
      summary: 'E-mail a chat',
      description:
        'The chat tells of it; if the mail cannot be sent, that line fails with the reason. Answers ' +
        'to sensitive questions are left out, remarks unless they are asked for.',
      parameters: [idempotencyKeyHeader],
      answers: { 202: emailSessionResponseSchema },
      problems: [400, 403, 404, 409, 413, 415, 422],
    }),
    jsonBody(emailSessionSchema),
    (c) => {
      const { ownerId, identity } = c.var
      const sessionId = readId('session', c.req.param('id'))
      const input = c.req.valid('json')
      return answerOnce(c, database, {
        scope: identity.uid,
        input,
        work: async (queries) => {
          const queued = await requestEmail(queries, queue, { ownerId, sessionId, input })
          return { status: 202, body: { success: true, status: 'queued', ...queued } }
        },
      })
    },
  )
}
