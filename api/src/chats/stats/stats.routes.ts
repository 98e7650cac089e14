import { chatStatsQuerySchema, chatStatsSchema } from '@errand/contract/chats/stats'
import { Hono } from 'hono'

import { describe } from '../../docs/describe.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { query } from '../../http/json-body.ts'
import type { Services } from '../../services.ts'
import { readChatStats } from './stats.service.ts'

/** /api/chats/stats: what went on in the chats of a period. */
export function statsRoutes({ database }: Services) {
  return new Hono<OwnerEnv>().get(
    '/stats',
    describe({
      tag: 'Chats',
      summary: 'Read how the chats do',
      description:
        'Messages are those of the period, chats those that began in it; `previous` is the period of ' +
        'the same length before. Days and hours are those of `tz`, or of the owner without it.',
      answers: { 200: chatStatsSchema },
      problems: [403, 422],
    }),
    query(chatStatsQuerySchema),
    async (c) => c.json(await readChatStats(database.queries, c.var.ownerId, c.req.valid('query'))),
  )
}
