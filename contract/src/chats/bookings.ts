import * as z from 'zod/mini'

import { daySchema } from '../period.ts'
import { completeStatuses } from './form-data.ts'
import { formResponseRowSchema } from './form.ts'

/** How many bookings one answer has at most. */
export const maxBookings = 500

/** The query of `GET /chats/bookings`: the days that are wanted, both included; a week from today on by default. */
export const listBookingsQuerySchema = z.object({
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  jobId: z.optional(z.string()),
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
  day: z.iso.date(),
  time: z.optional(z.string()),
  status: z.enum(completeStatuses),
  /** The other answers in a line, without sensitive ones. */
  summary: z.string(),
})
export type BookingItem = z.infer<typeof bookingItemSchema>

/** The answer of `GET /chats/bookings`, by day and time; `hasMore` if there are more than can be shown. */
export const bookingListSchema = z.object({
  items: z.array(bookingItemSchema),
  hasMore: z.boolean(),
})
export type BookingList = z.infer<typeof bookingListSchema>
