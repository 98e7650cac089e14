import type { FeedbackReason, MessageFeedback } from '@errand/contract/chats/message'
import type { HandoffReason } from '@errand/contract/chats/session'
import { and, asc, count, desc, eq, gt, gte, isNotNull, lt, sql, type SQL } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { chatSessions, formData, messages } from '../../../platform/database/schema.ts'
import type { PeriodSpan } from '../../../platform/period/days.ts'
import { completionJoin } from '../../answers/complete.ts'

/** The chats of a job that started in a period, or in the period before it. */
export interface Cohort {
  jobId: string
  span: PeriodSpan
  version: number | undefined
}

/** Sums over the chats that started on one day with one version; `null` means over all of them. */
export interface Figures {
  isCurrent: boolean
  day: string | null
  version: number | null
  started: number
  completed: number
  closedIdle: number
  handedOff: number
  optedOut: number
  contained: number
  messages: number
  costMicros: bigint
  medianMinutes: number | null
  medianReplySeconds: number | null
}

const moment = (at: Date): SQL => sql`${sql.param(at, chatSessions.createdAt)}::timestamptz`

/**
 * One pass over the chats and their messages: sums for each day and version, and one row for each of
 * the two periods, whose medians are of the wanted version.
 */
export async function readFigures(queries: Queries, cohort: Cohort): Promise<Figures[]> {
  const rows = await queries
    .select({
      isCurrent: sql<boolean>`is_current`,
      day: sql<string | null>`day`,
      version: sql<number | null>`job_version`,
      isTotal: sql<boolean>`is_total`,
      started: sql<number>`started`,
      completed: sql<number>`completed`,
      closedIdle: sql<number>`closed_idle`,
      handedOff: sql<number>`handed_off`,
      optedOut: sql<number>`opted_out`,
      contained: sql<number>`contained`,
      messages: sql<number>`messages`,
      costMicros: sql<string>`cost_micros`,
      medianMinutes: sql<number | null>`median_minutes`,
      medianReplySeconds: sql<number | null>`median_reply_seconds`,
    })
    .from(sql`(${figuresOf(cohort)}) as figures`)
  return rows.map(({ isTotal, day, costMicros, ...row }) => ({
    ...row,
    day: isTotal ? null : day,
    costMicros: BigInt(costMicros),
  }))
}

/**
 * Messages are joined chat by chat, so that PostgreSQL uses their index even for a job that has only a
 * few of all chats.
 */
function figuresOf({ jobId, span, version }: Cohort): SQL {
  const isWanted = version === undefined ? sql`true` : sql`job_version = ${version}`
  const timeZone = span.period.tz
  return sql`
    with cohort as materialized (
      select s.id, s.job_version, s.close_reason, s.cost_micros,
        s.created_at >= ${moment(span.start)} as is_current,
        to_char(s.created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
        f.is_completed,
        cardinality(s.handoff_reasons) > 0 as is_handed_off,
        extract(epoch from f.completed_at - s.created_at) / 60 as minutes
      from chat_sessions s ${completionJoin}
      where s.job_id = ${jobId}
        and s.created_at >= ${moment(span.previousStart)} and s.created_at < ${moment(span.end)}
    )
    select is_current, day, job_version, grouping(day) = 1 as is_total,
      count(*)::int as started,
      (count(*) filter (where is_completed))::int as completed,
      (count(*) filter (where close_reason = 'idle'))::int as closed_idle,
      (count(*) filter (where is_handed_off))::int as handed_off,
      (count(*) filter (where close_reason = 'opted_out'))::int as opted_out,
      (count(*) filter (where is_completed and not is_handed_off
        and not coalesce(by_owner, false)))::int as contained,
      coalesce(sum(messages), 0)::int as messages,
      sum(cost_micros)::text as cost_micros,
      (percentile_cont(0.5) within group (order by minutes)
        filter (where is_completed and ${isWanted}))::float8 as median_minutes,
      (percentile_cont(0.5) within group (order by seconds)
        filter (where ${isWanted}))::float8 as median_reply_seconds
    from cohort
      left join lateral (
        select count(*) as messages, bool_or(m.author = 'owner') as by_owner,
          min(m.created_at) filter (where m.direction = 'in') as first_in
        from messages m where m.session_id = cohort.id and m.type <> 'event'
      ) spoken on true
      left join lateral (
        select extract(epoch from min(m.created_at) - spoken.first_in) as seconds
        from messages m where m.session_id = cohort.id and m.direction = 'out'
          and m.author in ('assistant', 'owner') and m.type <> 'event'
          and m.created_at >= spoken.first_in
      ) replied on true
    group by grouping sets ((is_current, day, job_version), (is_current))`
}

/** How many chats are searched for questions that the assistant could not answer. */
const maxUnansweredChats = 1000
const pageSize = 1000

function startedIn({ jobId, span, version }: Cohort): SQL | undefined {
  return and(
    eq(chatSessions.jobId, jobId),
    gte(chatSessions.createdAt, span.start),
    lt(chatSessions.createdAt, span.end),
    version === undefined ? undefined : eq(chatSessions.jobVersion, version),
  )
}

/** In how many chats the owner was needed, by reason, the most frequent first. */
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
    .where(startedIn(cohort))
    .groupBy(reason)
    .orderBy(desc(count()), asc(reason))
}

/** How the owner rated the assistant's replies, by rating and reason. */
export function countFeedback(queries: Queries, cohort: Cohort) {
  const rating = sql<MessageFeedback['rating']>`${messages.feedback} ->> 'rating'`
  const reason = sql<FeedbackReason | null>`${messages.feedback} ->> 'reason'`
  return queries
    .select({ rating, reason, count: count() })
    .from(chatSessions)
    .innerJoin(messages, eq(messages.sessionId, chatSessions.id))
    .where(and(startedIn(cohort), isNotNull(messages.feedback)))
    .groupBy(rating, reason)
    .orderBy(desc(count()), asc(reason))
}

/** The latest chats handed over for missing knowledge, each with the contact's last text before the owner wrote. */
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
    .where(and(startedIn(cohort), sql`'missing_knowledge' = any(${chatSessions.handoffReasons})`))
    .orderBy(desc(chatSessions.createdAt), desc(chatSessions.id))
    .limit(maxUnansweredChats)
}

/** The answers of all chats, page by page, as there may be very many. */
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
      .where(and(startedIn(cohort), gt(formData.id, after)))
      .orderBy(asc(formData.id))
      .limit(pageSize)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    after = last.id
  }
}
