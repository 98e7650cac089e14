import * as z from 'zod/mini'

import { feedbackReasons } from './chats/message.ts'
import { handoffReasons } from './chats/session.ts'
import { amountMinorSchema } from './money.ts'
import { periodQuery, periodSchema } from './period.ts'

/**
 * The query of `GET /jobs/{id}/analytics`; thirty days up to today unless it says otherwise. With a
 * version only chats that began with it count, but for `versions`, which compares all of them.
 */
export const jobAnalyticsQuerySchema = z.object({
  ...periodQuery,
  version: z.optional(z.coerce.number().check(z.int(), z.positive())),
  format: z._default(z.enum(['json', 'csv']), 'json'),
})

const count = z.int()
const share = z.nullable(z.number())

/** All about the chats that began in the period, as they stand now. */
const totalsSchema = z.object({
  started: count,
  completed: count,
  closedIdle: count,
  /** The owner had them at some time, for whatever reason. */
  handedOff: count,
  optedOut: count,
  /** Of those that began, from 0 to 1. */
  completionRate: share,
  /** The share that was completed, never handed over and without a message of the owner, from 0 to 1. */
  containment: share,
  /** From the beginning until all answers were there, or until the end where nothing is collected. */
  medianMinutesToComplete: share,
  /** From the contact's first message to the first answer of assistant or owner. */
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
      /** Chats that ended at it: the next that was missing when they were over. */
      dropOff: count,
      /** Among the chats that tried. */
      attemptsAvg: share,
      /** How often another value took the place of one, not by the owner. */
      corrections: count,
      /** How many values are the owner's. */
      ownerEdits: count,
    }),
  ),
  handoffReasons: z.array(z.object({ reason: z.enum(handoffReasons), count })),
  /**
   * What contacts last wrote before the owner did, in chats that were handed over because the
   * assistant did not know: texts that differ in nothing but case and spaces are one. At most ten,
   * out of the latest thousand such chats. That this was the question is likely, not certain.
   */
  topUnanswered: z.array(z.object({ text: z.string(), count, lastSessionId: z.string() })),
  /** By the day, or by the Monday of the week, on which the chats began. */
  series: z.array(
    z.object({
      date: z.iso.date(),
      started: count,
      completed: count,
      handedOff: count,
      messages: count,
    }),
  ),
  /** What the owner thought of the assistant's answers in these chats. */
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
