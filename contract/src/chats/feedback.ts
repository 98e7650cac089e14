import * as z from 'zod/mini'

import { visibleOrEmpty } from '../name-text.ts'

/** What can be wrong with an answer of the assistant. */
export const feedbackReasons = [
  'incorrect',
  'inappropriate',
  'incomplete',
  'outdated',
  'other',
] as const
export type FeedbackReason = (typeof feedbackReasons)[number]

const opinion = {
  rating: z.enum(['good', 'bad']),
  reason: z.optional(z.enum(feedbackReasons)),
  /** What it should have said. */
  note: z.optional(z.string().check(z.trim(), visibleOrEmpty, z.maxLength(500))),
}

/** What the owner thinks of something that the assistant said; contacts never see it. */
export const messageFeedbackSchema = z.object({ ...opinion, at: z.iso.datetime() })
export type MessageFeedback = z.infer<typeof messageFeedbackSchema>

/** `PUT /chats/messages/{id}/feedback`; `rating: null` takes it back. */
export const putFeedbackSchema = z.object({ ...opinion, rating: z.nullable(opinion.rating) })
export type PutFeedback = z.infer<typeof putFeedbackSchema>
