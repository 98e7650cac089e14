import { bookingListSchema, listBookingsQuerySchema } from '@errand/contract/chats/bookings'
import { Hono } from 'hono'

import type { Database } from '../../platform/database/database.ts'
import { describeOperation } from '../../platform/docs/describe.ts'
import type { CallSlots } from '../../platform/http/call-slots.ts'
import type { OwnerEnv, VerifyToken } from '../../platform/http/context.ts'
import { queryString } from '../../platform/http/request-input.ts'
import { requireOwner, requireSignIn } from '../account/require-owner.ts'
import { listBookings } from './bookings.ts'

interface Dependencies {
  callSlots: CallSlots
  database: Database
  verifyToken: VerifyToken
}

/** /api/chats/bookings: the complete answers that are for a day, of all jobs. */
export function bookingsRoutes({ callSlots, database, verifyToken }: Dependencies) {
  return new Hono<OwnerEnv>().use(requireSignIn(verifyToken), requireOwner).get(
    '/',
    describeOperation({
      tag: 'Chats',
      summary: 'List the bookings of some days',
      leaves: 'nothing',
      description:
        'Complete answers that are for a day, by day and time; bookings of a whole day come first. ' +
        'At most 500, of at most 400 days.',
      answers: { 200: bookingListSchema },
      problems: [403, 422],
    }),
    queryString(listBookingsQuerySchema),
    callSlots.limit('analytics'),
    async (c) => c.json(await listBookings(database.queries, c.var.ownerId, c.req.valid('query'))),
  )
}
