import * as z from 'zod/mini'

import { call } from './call.ts'
import { feedbackReasons } from './chats/message.ts'
import { handoffReasons } from './chats/session.ts'
import { maxVersion } from './jobs.ts'
import { amountMinorSchema } from './money.ts'
import { periodQuery, periodSchema } from './period.ts'

/**
 * The query of `GET /jobs/{id}/analytics`; thirty days up to today unless it says otherwise. With a
 * version only chats that started with it count, except in `versions`, which compares all of them.
 */
export const jobAnalyticsQuerySchema = z.object({
  ...periodQuery,
  version: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(maxVersion))),
  format: z._default(z.enum(['json', 'csv']), 'json'),
})

const count = z.int()
const share = z.nullable(z.number())

/** Totals of the chats that started in the period, as they are now. */
const totalsSchema = z.object({
  started: count,
  /** Chats whose answers are complete. */
  completed: count,
  closedIdle: count,
  /** Chats that were handed to the owner at some time, for any reason. */
  handedOff: count,
  optedOut: count,
  /** The share of the started chats, from 0 to 1. */
  completionRate: share,
  /** The share that was completed, never handed over and without a message of the owner, from 0 to 1. */
  containment: share,
  /** From the start until all answers were there. */
  medianMinutesToComplete: share,
  /** From the contact's first message to the first reply of assistant or owner. */
  medianFirstReplySeconds: share,
  messagesPerSession: share,
  costMinor: amountMinorSchema,
  costPerCompletionMinor: z.nullable(amountMinorSchema),
})

/** The answer of `GET /jobs/{id}/analytics`; `previous` is the period of the same length before. */
export const jobAnalyticsSchema = z.object({
  range: periodSchema,
  totals: totalsSchema,
  previous: totalsSchema,
  /** The fields of the live version, in their order. */
  funnel: z.array(
    z.object({
      fieldKey: z.string(),
      label: z.string(),
      /** Chats that tried to answer it, or where it is the next that is missing. */
      asked: count,
      answered: count,
      /** Chats that ended while this was the next missing field. */
      dropOff: count,
      /** Among the chats that tried. */
      attemptsAvg: share,
      /** How often a value was replaced, other than by the owner. */
      corrections: count,
      /** How many values are the owner's. */
      ownerEdits: count,
    }),
  ),
  handoffReasons: z.array(z.object({ reason: z.enum(handoffReasons), count })),
  /**
   * The contact's last text before the owner's first, in chats that were handed over because the
   * assistant did not know: texts that differ only in case and spaces are one. At most ten, out of the
   * latest thousand such chats. The text is probably the unanswered question, not certainly.
   */
  topUnanswered: z.array(z.object({ text: z.string(), count, lastSessionId: z.string() })),
  /** By the day, or by the Monday of the week, on which the chats started. */
  series: z.array(
    z.object({
      date: z.iso.date(),
      started: count,
      completed: count,
      handedOff: count,
      messages: count,
    }),
  ),
  /** The owner's ratings of the assistant's replies in these chats. */
  feedback: z.optional(
    z.object({
      good: count,
      bad: count,
      reasons: z.array(z.object({ reason: z.enum(feedbackReasons), count })),
    }),
  ),
  versions: z.array(
    z.object({
      number: count,
      publishedAt: z.iso.datetime(),
      completionRate: share,
      sessions: count,
    }),
  ),
})
export type JobAnalytics = z.infer<typeof jobAnalyticsSchema>

export const readAnalyticsCall = call('GET /jobs/:id/analytics', {
  ids: { id: 'job' },
  query: jobAnalyticsQuerySchema,
  answer: jobAnalyticsSchema,
})
