import { draftReplyResponseSchema, draftReplySchema } from '@errand/contract/chats/draft'
import { Hono } from 'hono'

import { describe } from '../../docs/describe.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { jsonBody } from '../../http/json-body.ts'
import { readId } from '../../http/read-id.ts'
import type { Services } from '../../services.ts'
import { draftReply, mostPerHour } from './draft-reply.ts'

/** Clients wait for 30 seconds. */
const longestMs = 28_000

/** /api/chats/sessions/…/draft: what the owner could write. */
export function draftRoutes({ ai, database, closing }: Services) {
  return new Hono<OwnerEnv>().post(
    '/sessions/:id/draft',
    describe({
      tag: 'Chats',
      summary: 'Have a reply drafted',
      description: `A proposal, which is neither sent nor billed. 409 with \`reason\` \`newer_message\` when the contact wrote meanwhile. ${mostPerHour} an hour.`,
      answers: { 200: draftReplyResponseSchema },
      problems: [400, 403, 404, 409, 413, 415, 422, 429, 503],
    }),
    jsonBody(draftReplySchema),
    async (c) => {
      const { ownerId } = c.var
      const sessionId = readId('session', c.req.param('id'))
      const signal = AbortSignal.any([c.req.raw.signal, closing])
      const chat = { ownerId, sessionId }
      return c.json(
        await draftReply({ database, ai, signal, withinMs: longestMs }, chat, c.req.valid('json')),
      )
    },
  )
}
