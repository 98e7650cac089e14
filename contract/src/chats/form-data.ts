import * as z from 'zod/mini'

/**
 * How far the answers of a chat are. `corrected` are complete answers that were changed after the contact
 * had confirmed them, by the owner or by the contact, who has not confirmed them again.
 */
export const formDataStatuses = ['empty', 'partial', 'complete', 'confirmed', 'corrected'] as const

/** The statuses of complete answers: nothing that is required is missing. */
export const completeStatuses = ['complete', 'confirmed', 'corrected'] as const

/** Whether nothing that is required is missing; the contact need not have confirmed it. */
export const isComplete = (status: (typeof formDataStatuses)[number]): boolean =>
  status !== 'empty' && status !== 'partial'

const sourceSchema = z.enum(['contact', 'assistant', 'owner', 'import'])

/** Where an answer came from, and how good it is. */
export const answerMetaSchema = z.object({
  source: sourceSchema,
  messageId: z.optional(z.string()),
  /** The contact's own words that the answer was read from. */
  evidence: z.optional(z.string()),
  confidence: z.optional(z.number()),
  valid: z.boolean(),
  error: z.optional(z.string()),
  attempts: z.int(),
  at: z.iso.datetime(),
  /** Earlier values, newest first. */
  previous: z.optional(
    z.array(z.object({ value: z.unknown(), at: z.iso.datetime(), source: sourceSchema })),
  ),
})
export type AnswerMeta = z.infer<typeof answerMetaSchema>

/** A value suggested to the owner: the owner set another one, or no message supports it. */
export const answerSuggestionSchema = z.object({
  key: z.string(),
  value: z.unknown(),
  messageId: z.optional(z.string()),
  evidence: z.optional(z.string()),
  confidence: z.optional(z.number()),
  at: z.iso.datetime(),
})
export type AnswerSuggestion = z.infer<typeof answerSuggestionSchema>

/** What an owner has decided about a booking. */
export const bookingDecisions = ['confirmed', 'cancelled'] as const
export type BookingDecision = (typeof bookingDecisions)[number]

/**
 * When answers are for, on the clock of the business; without a time the whole day. A day or time that
 * changes later is not decided yet.
 */
export const bookingSchema = z.object({
  day: z.iso.date(),
  time: z.optional(z.string()),
  /** The last day and its time, where the answers say when it ends: of a stay, or of an evening. */
  endDay: z.optional(z.iso.date()),
  endTime: z.optional(z.string()),
  decision: z.optional(z.enum(bookingDecisions)),
  decidedAt: z.optional(z.iso.datetime()),
  /** When the contact asked to cancel it; until the owner decides. */
  cancelAskedAt: z.optional(z.iso.datetime()),
})
export type Booking = z.infer<typeof bookingSchema>

/** When a booking would be instead; its place is held. */
export const proposedBookingSchema = z.pick(bookingSchema, {
  day: true,
  time: true,
  endDay: true,
  endTime: true,
})
export type ProposedBooking = z.infer<typeof proposedBookingSchema>

/** What a chat has collected; `version` is the number that `If-Match` names. */
export const formDataSchema = z.object({
  id: z.string(),
  formId: z.string(),
  formVersion: z.int(),
  sessionId: z.string(),
  status: z.enum(formDataStatuses),
  version: z.int(),
  values: z.record(z.string(), z.unknown()),
  meta: z.record(z.string(), answerMetaSchema),
  missing: z.array(z.string()),
  suggestions: z.array(answerSuggestionSchema),
  /** Present once an answer says a day. */
  booking: z.optional(bookingSchema),
  /** When contact and business agreed last; from then on what the contact changes is only proposed. */
  agreedAt: z.optional(z.iso.datetime()),
  /** The change that waits for the contact's yes: the answers that it changes, `null` for one it removes. */
  proposed: z.optional(
    z.object({
      values: z.record(z.string(), z.unknown()),
      booking: z.optional(proposedBookingSchema),
    }),
  ),
  completedAt: z.optional(z.iso.datetime()),
  updatedAt: z.iso.datetime(),
})
export type FormData = z.infer<typeof formDataSchema>
