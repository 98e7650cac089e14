import { inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

import type { Arm } from '../../rollouts/channel.ts'
import type { ArmVisitors } from '../../rollouts/evidence.ts'
import { missingKinds } from '../../rollouts/exposure.ts'
import type { Queries } from '../tables/definition.ts'
import { exposures, type exposureCounts, type Unit } from '../tables/schema.ts'
import { reportedUntil } from '../tables/sightings.ts'

/** Each step of the scale of times is this much longer than the one before. */
const bucketBase = 1.1
const base = sql.raw(String(bucketBase))

/** The time in the middle of a bucket, in milliseconds. */
export const bucketMs = (bucket: number): number => Math.round(bucketBase ** (bucket - 0.5))

/** Whether this is a kind of files that did not arrive; null if there was no failure. */
export const isMissing = (kind: SQLWrapper) => inArray(kind, [...missingKinds])

const { at, verdict, readyMs, kind, laterKind, visitorKind, visitor, isFirst, isKnown } = exposures

/** How a row of `exposures` is counted; the same before it is folded and then. */
export const groupOf = {
  minute: sql`date_trunc('minute', ${at})`,
  verdict: sql`coalesce(${verdict}, 'silent')`,
  kind: sql`coalesce(${kind}, '')`,
  laterKind: sql`coalesce(${laterKind}, '')`,
  // What the release did itself says more than files that did not arrive.
  unit: sql<Unit>`case
    when ${visitor} = '' then ''
    when not ${isFirst} then case when ${isKnown} then 'repeat' else '' end
    when not ${isMissing(kind)} or not ${isMissing(laterKind)} or not ${isMissing(visitorKind)}
      then 'failed'
    when coalesce(${kind}, ${laterKind}, ${visitorKind}) is not null then 'missing'
    else coalesce(${verdict}, 'silent')
  end`,
  readyBucket: sql`ceil(ln(greatest(coalesce(${readyMs}, 1), 1)::float8) / ln(${base}::float8))::int`,
}

/** A release in an arm of an app, and since when its pages are asked for. */
export interface AskedArm {
  /** Tells the answers of one statement apart. */
  request: string
  app: string
  version: string
  arm: Arm
  since: Date
}

type Answer<T> = T & Pick<AskedArm, 'request' | 'arm'>

/** How many pages of a release ended in the same way. */
export type ExposureGroup = Answer<
  Omit<typeof exposureCounts.$inferSelect, 'app' | 'at' | 'seconds' | 'version' | 'arm' | 'isKnown'>
>

/** What became of the pages of these arms, folded or not. */
export const listGroups = (queries: Queries, asked: AskedArm[]): Promise<ExposureGroup[]> =>
  select(
    queries,
    asked,
    sql`
    with ${countedOf(asked)}
    select request, arm, verdict, kind, later_kind as "laterKind", is_replaced as "isReplaced", unit,
      ready_bucket as "readyBucket", sum(count)::float8 as "count"
    from counted where not is_pending group by 1, 2, 3, 4, 5, 6, 7, 8`,
  )

/** The visitors of an arm, known or not, whose first pages were in the same minute, or the same hour. */
export type VisitorMinute = Answer<ArmVisitors & { at: string; isKnown: boolean; answered: number }>

/**
 * How these arms did for visitors, minute by minute, oldest first; who left early is in none. Whose
 * page may still report counts as one for whom it did not fail: a failure is often reported sooner
 * than a page is ready, so a good release with many visitors would look bad for a moment.
 */
export const listMinutes = (queries: Queries, asked: AskedArm[]): Promise<VisitorMinute[]> =>
  select(
    queries,
    asked,
    sql`
    with ${countedOf(asked)}
    select request, arm, at::text as "at", is_known as "isKnown", ${sumOf(sql`true`)} as "visitors",
      ${sumOf(sql`unit <> 'silent'`)} as "answered", ${sumOf(sql`unit = 'failed'`)} as "failed",
      ${sumOf(sql`unit = 'missing'`)} as "missing",
      ${sumOf(sql`unit = 'silent' and not is_pending`)} as "silent"
    from counted where unit in ('ready', 'failed', 'missing', 'silent')
    group by request, arm, counted.at, is_known order by counted.at`,
  )

const sumOf = (condition: ReturnType<typeof sql>) =>
  sql`coalesce(sum(count) filter (where ${condition}), 0)::float8`

/**
 * How many visitors these arms were drawn for since the share was changed: a minute later, when
 * every edge knew it, and within the last two hours, of which no row is folded. Materialized, or the
 * history would be read anew for each page.
 */
export const countDrawn = (
  queries: Queries,
  asked: AskedArm[],
): Promise<Answer<{ drawn: number }>[]> =>
  select(
    queries,
    asked,
    sql`
    with ${askedRows(asked)}, drawing as materialized (
      select asked.*, greatest(
        since, now() - interval '2 hours',
        (select max(at) + interval '1 minute' from audit where audit.app = asked.app
          and ${sharesOf('before')} is distinct from ${sharesOf('after')})
      ) as from_at
      from asked
    ), drawn as (
      select distinct request, arm, visitor from drawing join exposures using (app, version, arm)
      where not is_folded and visitor <> '' and not is_navigation and at >= from_at
    )
    select request, arm, count(*)::int as "drawn" from drawn group by 1, 2`,
  )

/** What decides who is given which release: pins and what the guard notes leave it as it was. */
const sharesOf = (state: 'before' | 'after') => {
  const column = sql.raw(`audit.${state}`)
  return sql`(${column}->>'candidate', ${column}->>'weight', ${column}->'lineage'->>0)`
}

async function select<Row>(
  queries: Queries,
  asked: AskedArm[],
  statement: ReturnType<typeof sql>,
): Promise<Row[]> {
  if (asked.length === 0) return []
  const { rows } = (await queries.execute(statement)) as { rows: unknown[] }
  return rows as Row[]
}

/** As values, of which the planner knows how many there are: it would sort all rows otherwise. */
const askedRows = (asked: AskedArm[]) => sql`
  asked (request, app, version, arm, since) as (values ${sql.join(
    asked.map(
      ({ request, app, version, arm, since }) =>
        sql`(${request}, ${app}, ${version}, ${arm}, ${since.toISOString()}::timestamptz)`,
    ),
    sql`, `,
  )})`

/**
 * All pages that count, folded or not, of what is joined and asked for: in one statement, because
 * exposures may be folded meanwhile. A page is silent after a minute in which its edge could report,
 * and pending before.
 */
export const countedPages = (column: 'app' | 'request', joined: SQL) => sql`
  select ${sql.raw(column)}, version, arm, ${groupOf.minute} as at, ${groupOf.verdict} as verdict,
    ${groupOf.kind} as kind, ${groupOf.laterKind} as later_kind, is_replaced,
    ${groupOf.unit} as unit, is_known, ${groupOf.readyBucket} as ready_bucket, 1::bigint as count,
    verdict is null and received_at >= ${reportedUntil} - interval '1 minute' as is_pending
  from ${exposures} ${joined} and not is_folded
  union all
  select ${sql.raw(column)}, version, arm, at, verdict, kind, later_kind, is_replaced, unit, is_known,
    ready_bucket, count, false
  from exposure_counts ${joined}`

const countedOf = (asked: AskedArm[]) => sql`
  ${askedRows(asked)}, counted as (
    ${countedPages('request', sql`join asked using (app, version, arm) where at >= since`)}
  )`
