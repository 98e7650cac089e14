import { authStatsSchema } from '@errand/contract/auth'
import { Hono } from 'hono'

import { describe } from '../../docs/describe.ts'
import type { SignedInEnv } from '../../http/context.ts'
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
        'Days are those of the time zone in the settings; a week is seven days with today.',
      answers: { 200: authStatsSchema },
      problems: [404],
    }),
    async (c) =>
      c.json(await readAuthStats(database.queries, billing, { uid: c.var.identity.uid })),
  )
}
