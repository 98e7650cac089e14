import {
  bookingSuggestionSchema,
  changeBookingResponseSchema,
  changeBookingSchema,
  suggestBookingTextQuerySchema,
} from '@errand/contract/chats/bookings'
import { Hono } from 'hono'

import type { Database } from '../../../platform/database/database.ts'
import {
  describeOperation,
  idempotencyKeyHeader,
  ifMatchHeader,
} from '../../../platform/docs/describe.ts'
import type { OwnerEnv } from '../../../platform/http/context.ts'
import { readIfMatch, toEntityTag } from '../../../platform/http/etag.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { readId } from '../../../platform/http/read-id.ts'
import { jsonBody, queryString } from '../../../platform/http/request-input.ts'
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
export function bookingRoutes({ database, queue, billing, channels }: Dependencies) {
  const sending = { queue, meter: billing.meter, channels }
  return new Hono<OwnerEnv>()
    .post(
      '/sessions/:id/booking',
      describeOperation({
        tag: 'Chats',
        summary: 'Confirm, move or cancel a booking',
        leaves: 'nothing',
        description:
          'A booking is complete answers that are for a day. `move` takes the new day or time, and confirms the booking. With `message`, which is that of a reply, the contact is told in the same step; taking the message back does not take the decision back. `If-Match` names the version of the answers.',
        parameters: [ifMatchHeader, idempotencyKeyHeader],
        answers: { 200: changeBookingResponseSchema },
        problems: [400, 402, 403, 404, 409, 412, 413, 415, 422],
      }),
      jsonBody(changeBookingSchema),
      (c) => {
        const { ownerId, identity } = c.var
        const sessionId = readId('session', c.req.param('id'))
        const target = { ownerId, sessionId, isWanted: readIfMatch(c) }
        const input = c.req.valid('json')
        return withIdempotencyKey(c, database, {
          scope: identity.uid,
          input,
          work: async (queries) => {
            const body = await changeBooking(queries, sending, target, input)
            return { status: 200, headers: { etag: toEntityTag(body.formData.version) }, body }
          },
        })
      },
    )
    .get(
      '/sessions/:id/booking/suggestion',
      describeOperation({
        tag: 'Chats',
        summary: 'Suggest what to tell about a booking',
        leaves: 'nothing',
        description: 'In the language of the chat; `day` and `time` are those of a move.',
        answers: { 200: bookingSuggestionSchema },
        problems: [403, 404, 409, 422],
      }),
      queryString(suggestBookingTextQuerySchema),
      async (c) => {
        const { ownerId } = c.var
        const target = { ownerId, sessionId: readId('session', c.req.param('id')) }
        const wanted = c.req.valid('query')
        return c.json(await suggestBookingText(database.queries, target, wanted))
      },
    )
}
