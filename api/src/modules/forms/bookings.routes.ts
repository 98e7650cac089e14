import { listBookingsCall } from '@errand/contract/chats/bookings'

import type { OwnerCalls } from '../../platform/calls/answer-calls.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CallSlots } from '../../platform/http/call-slots.ts'
import { listBookings } from './bookings.ts'

interface Dependencies {
  callSlots: CallSlots
  database: Database
}

/** /api/chats/bookings: the complete answers that are for a day, of all jobs. */
export function bookingsRoutes(on: OwnerCalls, { callSlots, database }: Dependencies) {
  on(listBookingsCall, {
    summary: 'List the bookings of some days',
    leaves: 'nothing',
    description:
      'Complete answers that are for a day, by day and time; bookings of a whole day come first. ' +
      'At most 500, of at most 400 days.',
    before: callSlots.limit('analytics'),
  }).answer(({ ownerId, query }) => listBookings(database.queries, ownerId, query))
}
