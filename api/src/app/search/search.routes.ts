import { findCall } from '@errand/contract/search'
import { Hono } from 'hono'

import { requireOwner, requireSignIn } from '../../modules/account/require-owner.ts'
import { answerCalls } from '../../platform/calls/answer-calls.ts'
import type { OwnerEnv } from '../../platform/http/context.ts'
import type { Services } from '../services.ts'
import { findEverywhere } from './find-everywhere.ts'

/** /api/search: people, answers, jobs and messages by a few words. */
export function searchRoutes({ callSlots, database, verifyToken }: Services) {
  const routes = new Hono<OwnerEnv>().use(requireSignIn(verifyToken), requireOwner)
  const on = answerCalls(routes, '/search', 'Chats')
  on(findCall, {
    summary: 'Search people, answers, jobs and messages',
    leaves: 'nothing',
    description:
      'Beginnings of words, at most five of each kind, the latest first; a mistyped letter is forgiven in names of people and jobs. Deleted jobs and sensitive answers are left out.',
    before: callSlots.limit('searches'),
  }).answer(({ ownerId, query }) => findEverywhere(database.queries, ownerId, query))
  return routes
}
