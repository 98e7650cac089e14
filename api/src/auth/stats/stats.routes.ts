import { authStatsQuerySchema, authStatsSchema } from '@errand/contract/auth'
import { Hono } from 'hono'

import { describe } from '../../docs/describe.ts'
import type { SignedInEnv } from '../../http/context.ts'
import { query } from '../../http/query.ts'
import { signedIn } from '../../identity/signed-in.ts'
import type { Services } from '../../services.ts'
import { readAuthStats } from './stats.service.ts'

/** /api/auth/stats: how the account stands, in a few figures. */
export function statsRoutes({ database, verifyToken, billing }: Services) {
  return new Hono<SignedInEnv>().use(signedIn(verifyToken)).get(
    '/',
    describe({
      tag: 'Account',
      summary: 'Read the figures of the dashboard',
      description:
        'Days are those of the time zone in the settings; a week is seven days with today. With `fields` only these members are answered, and `asOf`.',
      answers: { 200: authStatsSchema },
      problems: [403, 422],
    }),
    query(authStatsQuerySchema),
    async (c) => {
      const { uid } = c.var.identity
      const { fields } = c.req.valid('query')
      return c.json(await readAuthStats(database.queries, billing, { uid, fields }))
    },
  )
}
