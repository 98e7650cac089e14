import { sql, type SQL } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { messages } from '../../database/schema.ts'
import type { Span } from '../../period/read-period.ts'

/** Whose chats, of which job, in a period and in the one before. */
export interface Cohort {
  ownerId: string
  jobId: string | undefined
  span: Span
}

/** What was said on one day, or in one hour of all days, of a period or of the one before. */
export interface Said {
  isCurrent: boolean
  day: string | null
  hour: number | null
  inbound: number
  outbound: number
  assistant: number
  owner: number
  unread: number
  failed: number
}

/** A moment as the database takes it wherever it stands. */
export const moment = (at: Date): SQL => sql`${sql.param(at, messages.createdAt)}::timestamptz`

/** Every message once, counted for its day and for its hour. */
export function readSaid(queries: Queries, cohort: Cohort): Promise<Said[]> {
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
    .from(sql`(${saidIn(cohort)}) as said`)
}

/** The question behind the figures. */
function saidIn({ ownerId, jobId, span }: Cohort): SQL {
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
