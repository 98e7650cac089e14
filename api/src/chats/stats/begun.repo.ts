import { sql, type SQL } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { moment, type Cohort } from './said.repo.ts'

/** What the chats came to that began in a period or in the one before: all of them, or those of a job. */
export interface Begun {
  isCurrent: boolean
  isTotal: boolean
  jobId: string | null
  name: string | null
  sessions: number
  completed: number
  handoffs: number
  medianFirstReplySeconds: number | null
}

/** Every chat once, counted for the period and for its job. */
export function readBegun(queries: Queries, cohort: Cohort): Promise<Begun[]> {
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
    .from(sql`(${begunIn(cohort)}) as begun left join jobs on jobs.id = begun.job_id`)
}

/** The question behind the figures. */
function begunIn({ ownerId, jobId, span }: Cohort): SQL {
  const ofJob = jobId === undefined ? sql`` : sql`and s.job_id = ${jobId}`
  // A chat's last activity is never before its beginning, and has the index.
  return sql`
    with cohort as (
      select s.id, s.job_id, s.created_at >= ${moment(span.start)} as is_current,
        s.status = 'completed' or s.close_reason is not distinct from 'completed' as is_completed,
        cardinality(s.handoff_reasons) > 0 as is_handed_off
      from chat_sessions s
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
