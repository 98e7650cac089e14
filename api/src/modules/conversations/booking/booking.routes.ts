import { changeBookingCall, suggestBookingTextCall } from '@errand/contract/chats/bookings'

import type { OwnerCalls } from '../../../platform/calls/answer-calls.ts'
import type { Database } from '../../../platform/database/database.ts'
import { toEntityTag } from '../../../platform/http/etag.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { Billing } from '../../billing/billing.ts'
import type { Channels } from '../../chats/channel.ts'
import { changeBooking } from './change-booking.ts'
import { suggestBookingText } from './suggest-text.ts'

interface Dependencies {
  billing: Billing
  channels: Channels
  database: Database
  queue: Queue
}

/** /api/chats/sessions/{id}/booking: what the owner decides about a booking, and tells its contact. */
export function bookingRoutes(
  on: OwnerCalls,
  { database, queue, billing, channels }: Dependencies,
) {
  const sending = { queue, meter: billing.meter, channels }
  on(changeBookingCall, {
    summary: 'Confirm, move or cancel a booking',
    leaves: 'nothing',
    description:
      'A booking is complete answers that are for a day. `move` takes the new day or time, and confirms the booking. With `message`, which is that of a reply, the contact is told in the same step; taking the message back does not take the decision back. `If-Match` names the version of the answers.',
  }).answer(({ c, identity, ownerId, id: sessionId, isWanted, body: input }) =>
    withIdempotencyKey(c, database, {
      scope: identity.uid,
      input,
      work: async (queries) => {
        const body = await changeBooking(queries, sending, { ownerId, sessionId, isWanted }, input)
        return { status: 200, headers: { etag: toEntityTag(body.formData.version) }, body }
      },
    }),
  )
  on(suggestBookingTextCall, {
    summary: 'Suggest what to tell about a booking',
    leaves: 'nothing',
    description: 'In the language of the chat; `day` and `time` are those of a move.',
  }).answer(({ ownerId, id: sessionId, query }) =>
    suggestBookingText(database.queries, { ownerId, sessionId }, query),
  )
}
