import { findQuerySchema, foundSchema } from '@errand/contract/search'
import { Hono } from 'hono'

import { requireOwner, requireSignIn } from '../../modules/account/require-owner.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeOperation } from '../../platform/docs/describe.ts'
import type { OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { queryString } from '../../platform/http/request-input.ts'
import { findEverywhere } from './find-everywhere.ts'

interface Dependencies {
  database: Database
  verifyToken: VerifyToken
}

/** /api/search: people, answers, jobs and messages by a few words. */
export function searchRoutes({ database, verifyToken }: Dependencies) {
  return new Hono<OwnerEnv>().use(requireSignIn(verifyToken), requireOwner(database)).get(
    '/',
    describeOperation({
      tag: 'Chats',
      summary: 'Search people, answers, jobs and messages',
      description:
        'Beginnings of words, at most five of each kind, the latest first; a mistyped letter is forgiven in names of people and jobs. Deleted jobs and sensitive answers are left out.',
      answers: { 200: foundSchema },
      problems: [403, 422],
    }),
    queryString(findQuerySchema),
    async (c) =>
      c.json(await findEverywhere(database.queries, c.var.ownerId, c.req.valid('query'))),
  )
}
