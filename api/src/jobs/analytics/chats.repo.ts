import type { FeedbackReason, MessageFeedback } from '@errand/contract/chats/feedback'
import type { HandoffReason } from '@errand/contract/chats/session'
import { and, asc, count, desc, eq, gt, gte, isNotNull, lt, sql, type SQL } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { chatSessions, formData, messages } from '../../database/schema.ts'
import type { Cohort } from './figures.repo.ts'

/** How many chats are looked into for what the assistant did not know. */
const lookedInto = 1000
const pageSize = 1000

function began({ jobId, span, version }: Cohort): SQL | undefined {
  return and(
    eq(chatSessions.jobId, jobId),
    gte(chatSessions.createdAt, span.start),
    lt(chatSessions.createdAt, span.end),
    version === undefined ? undefined : eq(chatSessions.jobVersion, version),
  )
}

/** In how many chats the owner was needed, for each reason, the most frequent first. */
export function countReasons(
  queries: Queries,
  cohort: Cohort,
): Promise<{ reason: HandoffReason; count: number }[]> {
  const reason = sql<HandoffReason>`reason`
  return queries
    .select({ reason, count: count() })
    .from(chatSessions)
    .crossJoinLateral(
      sql`(select distinct unnest(${chatSessions.handoffReasons}) as reason) reasons`,
    )
    .where(began(cohort))
    .groupBy(reason)
    .orderBy(desc(count()), asc(reason))
}

/** How the owner rated what the assistant said, for each rating and reason. */
export function countFeedback(queries: Queries, cohort: Cohort) {
  const rating = sql<MessageFeedback['rating']>`${messages.feedback} ->> 'rating'`
  const reason = sql<FeedbackReason | null>`${messages.feedback} ->> 'reason'`
  return queries
    .select({ rating, reason, count: count() })
    .from(chatSessions)
    .innerJoin(messages, eq(messages.sessionId, chatSessions.id))
    .where(and(began(cohort), isNotNull(messages.feedback)))
    .groupBy(rating, reason)
    .orderBy(desc(count()), asc(reason))
}

/** The latest chats in which the assistant did not know, and what was last asked before the owner wrote. */
export function listUnanswered(
  queries: Queries,
  cohort: Cohort,
): Promise<{ sessionId: string; text: string }[]> {
  const asked = sql`(
    select m.text from messages m
    where m.session_id = ${chatSessions.id} and m.direction = 'in' and m.text <> ''
      and m.seq < coalesce((select min(o.seq) from messages o
        where o.session_id = ${chatSessions.id} and o.author = 'owner'), 2147483647)
    order by m.seq desc limit 1
  ) asked`
  return queries
    .select({ sessionId: chatSessions.id, text: sql<string>`asked.text` })
    .from(chatSessions)
    .crossJoinLateral(asked)
    .where(and(began(cohort), sql`'missing_knowledge' = any(${chatSessions.handoffReasons})`))
    .orderBy(desc(chatSessions.createdAt), desc(chatSessions.id))
    .limit(lookedInto)
}

/** What the chats have collected, page by page: there may be very many. */
export async function* readCollected(queries: Queries, cohort: Cohort) {
  let after = ''
  for (;;) {
    const rows = await queries
      .select({
        id: formData.id,
        fields: formData.fields,
        values: formData.values,
        meta: formData.meta,
        status: chatSessions.status,
      })
      .from(formData)
      .innerJoin(chatSessions, eq(chatSessions.id, formData.sessionId))
      .where(and(began(cohort), gt(formData.id, after)))
      .orderBy(asc(formData.id))
      .limit(pageSize)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    after = last.id
  }
}
