import { type ChatStats, readChatStatsCall } from '@errand/contract/chats/stats'
import { sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { OwnerCalls } from '../../../platform/calls/answer-calls.ts'
import type { Queries, Database } from '../../../platform/database/database.ts'
import { messages } from '../../../platform/database/schema.ts'
import type { CallSlots } from '../../../platform/http/call-slots.ts'
import { bucketOf, bucketsOf, readPeriod, type PeriodSpan } from '../../../platform/period/days.ts'
import { readPreferences } from '../../account/settings-view.ts'
import { completionJoin } from '../../answers/complete.ts'

interface Dependencies {
  callSlots: CallSlots
  database: Database
}

/** /api/chats/stats: the figures of the chats in a period. */
export function statsRoutes(on: OwnerCalls, { callSlots, database }: Dependencies) {
  on(readChatStatsCall, {
    summary: 'Read how the chats do',
    leaves: 'nothing',
    description:
      'Messages are those of the period, chats those that began in it; `previous` is the period of ' +
      'the same length before. Days and hours are those of `tz`, or of the owner without it.',
    before: callSlots.limit('analytics'),
  }).answer(({ ownerId, query }) => readChatStats(database.queries, ownerId, query))
}

/** The figures of an owner's chats, in three queries for a period of any length. */
async function readChatStats(
  queries: Queries,
  ownerId: string,
  wanted: z.output<(typeof readChatStatsCall)['query']>,
): Promise<ChatStats> {
  const { timeZone } = (await readPreferences(queries, ownerId)).business
  const span = readPeriod(wanted, timeZone)
  const cohort = { ownerId, jobId: wanted.jobId, span }
  const counts = await readMessageCounts(queries, cohort)
  const started = await readStartedChats(queries, cohort)
  const now = counts.filter(({ isCurrent }) => isCurrent)
  return {
    range: span.period,
    totals: totalsOf(counts, started, true),
    previous: totalsOf(counts, started, false),
    series: seriesOf(now, span.period),
    byHour: Array.from({ length: 24 }, (_, hour) => sum(now.filter(inHour(hour)), 'inbound')),
    byJob: jobsOf(started),
  }
}

const inHour = (hour: number) => (said: MessageCounts) => said.hour === hour

type Count = Exclude<keyof MessageCounts, 'isCurrent' | 'day' | 'hour'>

function sum(said: MessageCounts[], count: Count): number {
  return said.reduce((total, one) => total + one[count], 0)
}

function totalsOf(
  said: MessageCounts[],
  begun: StartedChats[],
  isCurrent: boolean,
): ChatStats['totals'] {
  const days = said.filter((one) => one.day !== null && one.isCurrent === isCurrent)
  const chats = begun.find((one) => one.isTotal && one.isCurrent === isCurrent)
  const assistant = sum(days, 'assistant')
  const sent = assistant + sum(days, 'owner')
  return {
    sessions: chats?.sessions ?? 0,
    inbound: sum(days, 'inbound'),
    outbound: sum(days, 'outbound'),
    unread: sum(days, 'unread'),
    completed: chats?.completed ?? 0,
    handoffs: chats?.handoffs ?? 0,
    failed: sum(days, 'failed'),
    medianFirstReplySeconds: chats?.medianFirstReplySeconds ?? null,
    assistantShare: sent === 0 ? null : assistant / sent,
  }
}

function seriesOf(said: MessageCounts[], period: ChatStats['range']): ChatStats['series'] {
  const byBucket = Map.groupBy(said, ({ day }) => day && bucketOf(day, period.bucket))
  return bucketsOf(period).map((date) => {
    const days = byBucket.get(date) ?? []
    return {
      date,
      inbound: sum(days, 'inbound'),
      assistant: sum(days, 'assistant'),
      owner: sum(days, 'owner'),
      failed: sum(days, 'failed'),
    }
  })
}

/** The job with the most chats first; chats of no job are in the totals alone. */
function jobsOf(begun: StartedChats[]): ChatStats['byJob'] {
  return begun
    .flatMap(({ isCurrent, jobId, name, sessions }) =>
      isCurrent && jobId !== null && name !== null ? [{ jobId, name, sessions }] : [],
    )
    .toSorted((one, other) => other.sessions - one.sessions || (one.jobId < other.jobId ? -1 : 1))
}

/** Counts of the chats that started in a period or in the one before, in total or by job. */
type StartedChats = Awaited<ReturnType<typeof readStartedChats>>[number]

/** Counts every chat once for its period and once for its job. */
function readStartedChats(queries: Queries, cohort: Cohort) {
  return queries
    .select({
      isCurrent: sql<boolean>`is_current`,
      isTotal: sql<boolean>`is_total`,
      jobId: sql<string | null>`job_id`,
      name: sql<string | null>`jobs.name`,
      sessions: sql<number>`sessions`,
      completed: sql<number>`completed`,
      handoffs: sql<number>`handoffs`,
      medianFirstReplySeconds: sql<number | null>`median_seconds`,
    })
    .from(sql`(${startedChatsQuery(cohort)}) as begun left join jobs on jobs.id = begun.job_id`)
}

/** The query behind the figures. */
function startedChatsQuery({ ownerId, jobId, span }: Cohort): SQL {
  const ofJob = jobId === undefined ? sql`` : sql`and s.job_id = ${jobId}`
  // A chat's last activity is never before its beginning, and has the index.
  return sql`
    with cohort as (
      select s.id, s.job_id, s.created_at >= ${moment(span.start)} as is_current,
        f.is_completed,
        cardinality(s.handoff_reasons) > 0 as is_handed_off
      from chat_sessions s ${completionJoin}
      where s.owner_id = ${ownerId} and s.last_activity_at >= ${moment(span.previousStart)}
        and s.created_at >= ${moment(span.previousStart)} and s.created_at < ${moment(span.end)}
        ${ofJob}
    ), replied as (
      select cohort.*, extract(epoch from reply.created_at - question.created_at) as seconds
      from cohort
      left join lateral (
        select m.created_at, m.seq from messages m
        where m.session_id = cohort.id and m.direction = 'in' and m.type <> 'event'
        order by m.seq limit 1
      ) question on true
      left join lateral (
        select m.created_at from messages m
        where m.session_id = cohort.id and m.seq > question.seq and m.type <> 'event'
          and m.author in ('assistant', 'owner') and m.status in ('sent', 'delivered', 'read')
        order by m.seq limit 1
      ) reply on true
    )
    select is_current, job_id, grouping(job_id) = 1 as is_total, count(*)::int as sessions,
      (count(*) filter (where is_completed))::int as completed,
      (count(*) filter (where is_handed_off))::int as handoffs,
      (percentile_cont(0.5) within group (order by seconds))::float8 as median_seconds
    from replied
    group by grouping sets ((is_current), (is_current, job_id))`
}

/** The owner, the job if one is chosen, and the period with the one before. */
interface Cohort {
  ownerId: string
  jobId: string | undefined
  span: PeriodSpan
}

/** Counts of the messages of one day, or of one hour of all days, in a period or in the one before. */
type MessageCounts = Awaited<ReturnType<typeof readMessageCounts>>[number]

/** A time as a typed SQL parameter. */
const moment = (at: Date): SQL => sql`${sql.param(at, messages.createdAt)}::timestamptz`

/** Counts every message once for its day and once for its hour. */
function readMessageCounts(queries: Queries, cohort: Cohort) {
  return queries
    .select({
      isCurrent: sql<boolean>`is_current`,
      day: sql<string | null>`day`,
      hour: sql<number | null>`hour`,
      inbound: sql<number>`inbound`,
      outbound: sql<number>`outbound`,
      assistant: sql<number>`assistant`,
      owner: sql<number>`owner`,
      unread: sql<number>`unread`,
      failed: sql<number>`failed`,
    })
    .from(sql`(${messageCountsQuery(cohort)}) as said`)
}

/** The query behind the figures. */
function messageCountsQuery({ ownerId, jobId, span }: Cohort): SQL {
  const { tz } = span.period
  const ofJob =
    jobId === undefined
      ? sql``
      : sql`and m.session_id in (select s.id from chat_sessions s
          where s.owner_id = ${ownerId} and s.job_id = ${jobId})`
  return sql`
    with heard as (
      select m.direction, m.author, m.status, m.read_by_owner_at,
        m.created_at >= ${moment(span.start)} as is_current,
        m.created_at at time zone ${tz} as local
      from messages m
      where m.owner_id = ${ownerId} and m.type <> 'event'
        and m.created_at >= ${moment(span.previousStart)} and m.created_at < ${moment(span.end)}
        ${ofJob}
    ), dated as (
      select *, to_char(local, 'YYYY-MM-DD') as day, extract(hour from local)::int as hour
      from heard
    )
    select is_current, day, hour,
      (count(*) filter (where direction = 'in'))::int as inbound,
      (count(*) filter (where direction = 'out'))::int as outbound,
      (count(*) filter (where author = 'assistant'))::int as assistant,
      (count(*) filter (where author = 'owner'))::int as owner,
      (count(*) filter (where direction = 'in' and read_by_owner_at is null))::int as unread,
      (count(*) filter (where status = 'failed'))::int as failed
    from dated
    group by grouping sets ((is_current, day), (is_current, hour))`
}
