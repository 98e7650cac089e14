import * as z from 'zod/mini'

import { type Answer, call } from '../call.ts'
import { periodQuery, periodSchema } from '../period.ts'

const totalsSchema = z.object({
  sessions: z.int(),
  inbound: z.int(),
  outbound: z.int(),
  unread: z.int(),
  /** Chats whose answers are complete. */
  completed: z.int(),
  handoffs: z.int(),
  failed: z.int(),
  medianFirstReplySeconds: z.nullable(z.number()),
  /** The assistant's share of what was sent, from 0 to 1. */
  assistantShare: z.nullable(z.number()),
})

/** Of thirty days unless it says otherwise; `previous` is the period of the same length before. */
export const readChatStatsCall = call('GET /chats/stats', {
  query: z.object({ ...periodQuery, jobId: z.optional(z.string()) }),
  answer: z.object({
    range: periodSchema,
    totals: totalsSchema,
    previous: totalsSchema,
    series: z.array(
      z.object({
        date: z.iso.date(),
        inbound: z.int(),
        assistant: z.int(),
        owner: z.int(),
        failed: z.int(),
      }),
    ),
    /** Inbound messages by the hour of the owner's day. */
    byHour: z.array(z.int()).check(z.length(24)),
    byJob: z.array(z.object({ jobId: z.string(), name: z.string(), sessions: z.int() })),
  }),
})
export type ChatStats = Answer<typeof readChatStatsCall>
