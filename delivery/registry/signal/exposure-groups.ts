import { and, eq, gte, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'

import type { Queries } from '../tables/definition.ts'
import { exposureCounts, exposures } from '../tables/schema.ts'

/** After which time a page that has said nothing is silent. */
const silentMs = 60_000

/** Each step of the scale of times is this much longer than the one before. */
const bucketBase = 1.1
const base = sql.raw(String(bucketBase))

/** The time in the middle of a bucket, in milliseconds. */
export const bucketMs = (bucket: number): number => Math.round(bucketBase ** (bucket - 0.5))

/** How a row of `exposures` is counted; the same before it is folded and then. */
export const groupOf = {
  minute: sql<Date>`date_trunc('minute', ${exposures.at})`.mapWith(exposures.at),
  verdict: sql<ExposureGroup['verdict']>`coalesce(${exposures.verdict}, 'silent')`,
  kind: sql<string>`coalesce(${exposures.kind}, '')`,
  laterKind: sql<string>`coalesce(${exposures.laterKind}, '')`,
  readyBucket: sql<number>`ceil(ln(greatest(coalesce(${exposures.readyMs}, 1), 1)::float8) / ln(${base}::float8))::int`,
}

/** How many exposures of a release ended in the same way, in a minute or an hour. */
export type ExposureGroup = Omit<typeof exposureCounts.$inferSelect, 'app' | 'seconds'>

/**
 * What became of these releases of an app since a moment, folded or not; in one statement, because
 * exposures may be folded meanwhile. An hour or a minute that had begun counts whole.
 */
export function listGroups(
  queries: Queries,
  { app, versions, since }: { app: string; versions: string[]; since: Date },
): Promise<ExposureGroup[]> {
  const { version, arm, isReplaced } = exposures
  const { minute, verdict, kind, laterKind, readyBucket } = groupOf
  const waiting = queries
    .select({
      version,
      arm,
      at: minute.as('at'),
      verdict: verdict.as('verdict'),
      kind: kind.as('kind'),
      laterKind: laterKind.as('later_kind'),
      isReplaced,
      readyBucket: readyBucket.as('ready_bucket'),
      count: sql<number>`count(*)`.mapWith(Number).as('count'),
    })
    .from(exposures)
    .where(
      and(
        eq(exposures.isFolded, false),
        eq(exposures.app, app),
        inArray(version, versions),
        gte(exposures.at, beginOf(since, minuteSeconds)),
        or(isNotNull(exposures.verdict), lt(exposures.at, new Date(Date.now() - silentMs))),
      ),
    )
    .groupBy(sql`1, 2, 3, 4, 5, 6, 7, 8`)
  const folded = queries
    .select({
      version: exposureCounts.version,
      arm: exposureCounts.arm,
      at: exposureCounts.at,
      verdict: exposureCounts.verdict,
      kind: exposureCounts.kind,
      laterKind: exposureCounts.laterKind,
      isReplaced: exposureCounts.isReplaced,
      readyBucket: exposureCounts.readyBucket,
      count: exposureCounts.count,
    })
    .from(exposureCounts)
    .where(
      and(
        eq(exposureCounts.app, app),
        inArray(exposureCounts.version, versions),
        or(...[minuteSeconds, hourSeconds].map((seconds) => beginsSince(seconds, since))),
      ),
    )
  return unionAll(waiting, folded)
}

const minuteSeconds = 60
const hourSeconds = 3600

/** The beginning of the minute or the hour of a moment. */
const beginOf = (moment: Date, seconds: number): Date =>
  new Date(Math.floor(moment.getTime() / (seconds * 1000)) * seconds * 1000)

const beginsSince = (seconds: number, since: Date) =>
  and(eq(exposureCounts.seconds, seconds), gte(exposureCounts.at, beginOf(since, seconds)))
