import * as z from 'zod/mini'

import { handoffReasons } from './chats/session.ts'
import { amountMinorSchema } from './money.ts'
import { periodQuery, periodSchema } from './period.ts'

/** The query of `GET /jobs/{id}/analytics`; thirty days unless it says otherwise. */
export const jobAnalyticsQuerySchema = z.object({
  ...periodQuery,
  version: z.optional(z.coerce.number().check(z.int(), z.positive())),
  format: z._default(z.enum(['json', 'csv']), 'json'),
})

const count = z.int()
const share = z.nullable(z.number())

const totalsSchema = z.object({
  started: count,
  completed: count,
  closedIdle: count,
  handedOff: count,
  optedOut: count,
  /** From 0 to 1. */
  completionRate: share,
  /** The share that was completed without the owner, from 0 to 1. */
  containment: share,
  medianMinutesToComplete: share,
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
  funnel: z.array(
    z.object({
      fieldKey: z.string(),
      label: z.string(),
      asked: count,
      answered: count,
      dropOff: count,
      attemptsAvg: share,
      corrections: count,
      ownerEdits: count,
    }),
  ),
  handoffReasons: z.array(z.object({ reason: z.enum(handoffReasons), count })),
  topUnanswered: z.array(z.object({ text: z.string(), count, lastSessionId: z.string() })),
  series: z.array(
    z.object({
      date: z.iso.date(),
      started: count,
      completed: count,
      handedOff: count,
      messages: count,
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
