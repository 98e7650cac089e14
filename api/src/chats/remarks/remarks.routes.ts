import {
  deletedRemarkResponseSchema,
  remarkResponseSchema,
  writeRemarkSchema,
} from '@errand/contract/chats/remark'
import { Hono } from 'hono'

import { describe, idempotencyKeyHeader } from '../../docs/describe.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { answerOnce } from '../../http/idempotency.ts'
import { jsonBody } from '../../http/json-body.ts'
import { readId } from '../../http/read-id.ts'
import type { Services } from '../../services.ts'
import { addRemark, changeRemark, removeRemark } from './remarks.service.ts'

/** /api/chats: what the owner notes for himself; nothing of it is ever sent to a contact. */
export function remarksRoutes({ database }: Services) {
  return new Hono<OwnerEnv>()
    .post(
      '/messages/:id/remarks',
      describe({
        tag: 'Chats',
        summary: 'Note something on a message',
        parameters: [idempotencyKeyHeader],
        answers: { 201: remarkResponseSchema },
        problems: [400, 403, 404, 409, 413, 415, 422],
      }),
      jsonBody(writeRemarkSchema),
      (c) => {
        const { ownerId, identity } = c.var
        const messageId = readId('message', c.req.param('id'))
        const input = c.req.valid('json')
        return answerOnce(c, database, {
          scope: identity.uid,
          input,
          work: async (queries) => {
            const noted = await addRemark(queries, { ownerId, messageId }, input.remark)
            return { status: 201, body: { success: true, ...noted } }
          },
        })
      },
    )
    .put(
      '/remarks/:id',
      describe({
        tag: 'Chats',
        summary: 'Change a remark',
        answers: { 200: remarkResponseSchema },
        problems: [400, 403, 404, 413, 415, 422],
      }),
      jsonBody(writeRemarkSchema),
      async (c) => {
        const target = { ownerId: c.var.ownerId, id: readId('remark', c.req.param('id')) }
        const { remark } = c.req.valid('json')
        const noted = await database.transaction((queries) => changeRemark(queries, target, remark))
        return c.json({ success: true, ...noted })
      },
    )
    .delete(
      '/remarks/:id',
      describe({
        tag: 'Chats',
        summary: 'Remove a remark',
        answers: { 200: deletedRemarkResponseSchema },
        problems: [403, 404],
      }),
      async (c) => {
        const target = { ownerId: c.var.ownerId, id: readId('remark', c.req.param('id')) }
        const { remarkCount } = await database.transaction((queries) =>
          removeRemark(queries, target),
        )
        return c.json({ success: true, remarkCount })
      },
    )
}
