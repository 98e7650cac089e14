import * as z from 'zod/mini'

import { idSchema } from '../ids.ts'
import { daySchema } from '../period.ts'
import { bookingSchema, completeStatuses, proposedBookingSchema } from './form-data.ts'
import { formResponseRowSchema } from './form.ts'
import { replyResponseSchema, replySchema } from './reply.ts'
import { formDataResponseSchema } from './session.ts'

/** How many bookings one answer has at most. */
export const maxBookings = 500

/** The query of `GET /chats/bookings`: the days that are wanted, both included; a week from today on by default. */
export const listBookingsQuerySchema = z.object({
  from: z.optional(daySchema),
  to: z.optional(daySchema),
})

/** Complete answers that are for a day; without a time for the whole day. */
export const bookingItemSchema = z.object({
  ...z.pick(formResponseRowSchema, { id: true, sessionId: true, contact: true }).shape,
  /** The number that `If-Match` names. */
  version: z.int(),
  formId: z.string(),
  /** None after the job was deleted. */
  jobId: z.nullable(z.string()),
  jobName: z.string(),
  ...bookingSchema.shape,
  /** As the job says. */
  durationMinutes: z.optional(z.int()),
  status: z.enum(completeStatuses),
  /** The other answers in a line, without sensitive ones. */
  summary: z.string(),
  /** The time to which the contact may move it, without a yes so far. */
  proposed: z.optional(proposedBookingSchema),
})
export type BookingItem = z.infer<typeof bookingItemSchema>

/** The answer of `GET /chats/bookings`, by day and time; `hasMore` if there are more than can be shown. */
export const bookingListSchema = z.object({
  items: z.array(bookingItemSchema),
  hasMore: z.boolean(),
})
export type BookingList = z.infer<typeof bookingListSchema>

/** What an owner does with a booking. */
export const bookingActions = ['confirm', 'move', 'cancel'] as const
export type BookingAction = (typeof bookingActions)[number]

/** A time of day, as answers have it. */
const timeSchema = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))

/**
 * `POST /chats/sessions/{id}/booking`. `move` takes the new day or time, what is absent stays, and `null`
 * clears the time; a moved booking is confirmed. A time with no place left is refused (`slot_taken`) but
 * with `force`, also when a cancelled booking is confirmed again. With `message` the contact is told, by
 * the rules of a reply.
 */
export const changeBookingSchema = z.object({
  /** Of several sets of answers the one that is meant; without it the latest. */
  formDataId: z.optional(idSchema('response')),
  action: z.enum(bookingActions),
  day: z.optional(daySchema),
  time: z.optional(z.nullable(timeSchema)),
  force: z._default(z.boolean(), false),
  message: z.optional(replySchema),
})
export type ChangeBookingInput = z.input<typeof changeBookingSchema>

/** The answer of `POST /chats/sessions/{id}/booking`; `message` and `balance` if the contact is told. */
export const changeBookingResponseSchema = z.object({
  ...z.pick(formDataResponseSchema, { success: true, formData: true, session: true }).shape,
  ...z.partial(z.pick(replyResponseSchema, { message: true, balance: true })).shape,
})
export type ChangeBookingResponse = z.infer<typeof changeBookingResponseSchema>

/** The query of `GET /chats/sessions/{id}/booking/suggestion`; the day and time are those of a move. */
export const suggestBookingTextQuerySchema = z.object({
  formDataId: z.optional(idSchema('response')),
  action: z._default(z.enum(bookingActions), 'confirm'),
  day: z.optional(daySchema),
  time: z.optional(timeSchema),
})

/** What the contact could be told, in the language of the chat. */
export const bookingSuggestionSchema = z.object({ text: z.string(), language: z.string() })
export type BookingSuggestion = z.infer<typeof bookingSuggestionSchema>
