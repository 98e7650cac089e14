import { findQuerySchema, foundSchema } from '@errand/contract/search'
import { Hono } from 'hono'

import { requireOwner, requireSignIn } from '../../modules/account/require-owner.ts'
import type { Database } from '../../platform/database/database.ts'
import { describeOperation } from '../../platform/docs/describe.ts'
import type { CallSlots } from '../../platform/http/call-slots.ts'
import type { OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { queryString } from '../../platform/http/request-input.ts'
import { findEverywhere } from './find-everywhere.ts'

interface Dependencies {
  callSlots: CallSlots
  database: Database
  verifyToken: VerifyToken
}

/** /api/search: people, answers, jobs and messages by a few words. */
export function searchRoutes({ callSlots, database, verifyToken }: Dependencies) {
  return new Hono<OwnerEnv>().use(requireSignIn(verifyToken), requireOwner).get(
    '/',
    describeOperation({
      tag: 'Chats',
      summary: 'Search people, answers, jobs and messages',
      leaves: 'nothing',
      description:
        'Beginnings of words, at most five of each kind, the latest first; a mistyped letter is forgiven in names of people and jobs. Deleted jobs and sensitive answers are left out.',
      answers: { 200: foundSchema },
      problems: [403, 422],
    }),
    queryString(findQuerySchema),
    callSlots.limit('searches'),
    async (c) =>
      c.json(await findEverywhere(database.queries, c.var.ownerId, c.req.valid('query'))),
  )
}
