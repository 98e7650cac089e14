import * as z from 'zod/mini'

import { type Answer, call } from '../call.ts'
import { idSchema } from '../ids.ts'
import { daySchema } from '../period.ts'
import {
  bookingSchema,
  completeStatuses,
  formDataSchema,
  proposedBookingSchema,
} from './form-data.ts'
import { formResponseRowSchema } from './form.ts'
import { replySchema, sendReplyCall } from './reply.ts'
import { chatSessionSchema } from './session.ts'

const changed = {
  success: z.literal(true),
  formData: formDataSchema,
  session: chatSessionSchema,
}

/**
 * Merged into what is there; `null` clears an answer. Without the id of a set of answers it is of the
 * one that is open or was the last one.
 */
export const putFormDataCall = call('PUT /chats/sessions/:id/form-data', {
  ids: { id: 'session' },
  isVersioned: true,
  body: z.object({
    formDataId: z.optional(idSchema('response')),
    formData: z.record(z.string().check(z.maxLength(40)), z.unknown()),
  }),
  answer: z.object({ ...changed, suggestions: formDataSchema.shape.suggestions }),
  problems: [409],
})

/** How many bookings one answer has at most. */
export const maxBookings = 500

/** Complete answers that are for a day; without a time for the whole day. */
const bookingItemSchema = z.object({
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

/** The days that are wanted, both included; a week from today on by default. */
export const listBookingsCall = call('GET /chats/bookings', {
  query: z.object({ from: z.optional(daySchema), to: z.optional(daySchema) }),
  /** By day and time; `hasMore` if there are more than can be shown. */
  answer: z.object({ items: z.array(bookingItemSchema), hasMore: z.boolean() }),
})
export type BookingList = Answer<typeof listBookingsCall>

/** What an owner does with a booking. */
export const bookingActions = ['confirm', 'move', 'cancel'] as const
export type BookingAction = (typeof bookingActions)[number]

/** A time of day, as answers have it. */
const timeSchema = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))

/**
 * `move` takes the new day or time, what is absent stays, and `null` clears the time; a moved booking is
 * confirmed. A time with no place left is refused (`slot_taken`) but with `force`, also when a cancelled
 * booking is confirmed again. With `message` the contact is told, by the rules of a reply.
 */
export const changeBookingCall = call('POST /chats/sessions/:id/booking', {
  ids: { id: 'session' },
  isVersioned: true,
  isKeyed: true,
  body: z.object({
    /** Of several sets of answers the one that is meant; without it the latest. */
    formDataId: z.optional(idSchema('response')),
    action: z.enum(bookingActions),
    day: z.optional(daySchema),
    time: z.optional(z.nullable(timeSchema)),
    force: z._default(z.boolean(), false),
    message: z.optional(replySchema),
  }),
  answer: z.object({
    ...changed,
    ...z.partial(z.pick(sendReplyCall.answer, { message: true, balance: true })).shape,
  }),
  problems: [402],
})

/** What the contact could be told, in the language of the chat; the day and time are those of a move. */
export const suggestBookingTextCall = call('GET /chats/sessions/:id/booking/suggestion', {
  ids: { id: 'session' },
  query: z.object({
    formDataId: z.optional(idSchema('response')),
    action: z._default(z.enum(bookingActions), 'confirm'),
    day: z.optional(daySchema),
    time: z.optional(timeSchema),
  }),
  answer: z.object({ text: z.string(), language: z.string() }),
  problems: [409],
})
