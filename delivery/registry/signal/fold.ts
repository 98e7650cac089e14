import { sql } from 'drizzle-orm'

import type { LogError } from '../refusal.ts'
import { repeat } from '../repeat.ts'
import type { Database } from '../tables/definition.ts'
import { exposures } from '../tables/schema.ts'
import { forgetEdges } from '../tables/sightings.ts'
import { rememberedMs } from './add-exposures.ts'
import { groupOf } from './exposure-groups.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** How long a page may still report something that counts, from when the registry heard of it. */
const openMs = 2 * hourMs
/** How long minutes are kept apart. */
const minutesMs = 2 * dayMs
/** How long counts and errors are kept; those of releases that visitors are given, longer. */
const keptMs = 90 * dayMs

/** A statement has 15 seconds. */
const batchSize = 10_000

/**
 * Folds old exposures into counts by minute, and the oldest hour of those into one. It is one
 * transaction, so that a registry that is killed has folded a row whole or not at all; another
 * registry that wants to fold at the same time leaves it. Returns whether there is more to do.
 */
export function foldExposures(database: Database, now = Date.now()): Promise<boolean> {
  const before = (ms: number) => new Date(now - ms).toISOString()
  return database.transaction(async (queries) => {
    const execute = async (query: ReturnType<typeof sql>) =>
      ((await queries.execute(query)) as { rows: Record<string, unknown>[] }).rows
    const [lock] = await execute(
      sql`select pg_try_advisory_xact_lock(hashtextextended('fold exposures', 0)) as "isTaken"`,
    )
    if (lock?.['isTaken'] !== true) return false
    const { verdict, kind, laterKind, unit, readyBucket } = groupOf
    const [minute, hour] = [partOf('minute', 'exposures'), partOf('hour', 'minutes')]
    // Skips what a report is changing: waiting for each other would be a deadlock.
    const [batch] = await execute(sql`
      with due as (
        select id, app from exposures
        where not is_folded and received_at < ${before(openMs)}::timestamptz
        limit ${batchSize} for update skip locked
      ), folded as (
        update exposures set is_folded = true from due
        where exposures.id = due.id and exposures.app = due.app
        returning exposures.*
      ), ${beginningsSince('folded')}, counted as (
        insert into exposure_counts
        select app, ${minute}, 60, version, arm, ${verdict}, ${kind}, ${laterKind}, is_replaced,
          ${unit}, is_known, ${readyBucket}, count(*)
        from folded as ${exposures} group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        ${addToCounts}
      )
      select count(*)::int as "size" from folded`)
    const [minutes] = await execute(sql`
      with minutes as (
        delete from exposure_counts
        where seconds = 60 and at < date_trunc('hour', ${before(minutesMs)}::timestamptz, 'UTC')
          and at < (
            select date_trunc('hour', min(at), 'UTC') + interval '1 hour'
            from exposure_counts where seconds = 60
          )
        returning *
      ), ${beginningsSince('minutes')}, counted as (
        insert into exposure_counts
        select app, ${hour}, 3600, version, arm, verdict, kind, later_kind,
          is_replaced, unit, is_known, ready_bucket, sum(count)
        from minutes group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
        ${addToCounts}
      )
      select count(*)::int as "size" from minutes`)
    await execute(sql`
      delete from exposure_counts as counts
      where seconds = 3600 and at < ${before(keptMs)}::timestamptz and not exists (
        select from channels
        where channels.app = counts.app and counts.version in (candidate, lineage->>0)
      )`)
    await execute(sql`delete from release_errors where last_at < ${before(keptMs)}::timestamptz`)
    // Later than any report of it would be accepted.
    const [forgotten] = await execute(sql`
      with due as (
        select id, app from exposures
        where is_folded and at < ${before(rememberedMs)}::timestamptz
        limit ${batchSize} for update skip locked
      ), deleted as (
        delete from exposures using due
        where exposures.id = due.id and exposures.app = due.app
        returning 1
      )
      select count(*)::int as "size" from deleted`)
    const isFull = [batch, forgotten].some((part) => part?.['size'] === batchSize)
    return isFull || minutes?.['size'] !== 0
  })
}

/** When rollouts, and steps of their plans, began, within the time of these rows. */
const beginningsSince = (rows: 'folded' | 'minutes') => sql`
  beginnings as materialized (
    select app, at from audit where action in ('rollout', 'advance', 'resume')
      and at >= (select min(at) from ${sql.raw(rows)}) - interval '1 hour'
  )`

/**
 * The minute or the hour of a row, or what is left of it where a rollout or a step began meanwhile:
 * otherwise what came before would be counted with it, or all of it would be left out.
 */
const partOf = (unit: 'minute' | 'hour', rows: 'exposures' | 'minutes') => {
  const at = sql.raw(`${rows}.at`)
  const start = sql`date_trunc(${sql.raw(`'${unit}'`)}, ${at}, 'UTC')`
  return sql`greatest(${start}, (
    select max(beginnings.at) from beginnings
    where beginnings.app = ${sql.raw(`${rows}.app`)} and beginnings.at between ${start} and ${at}
  ))`
}

const addToCounts = sql`
  on conflict (
    app, at, seconds, version, arm, verdict, kind, later_kind, is_replaced, unit, is_known,
    ready_bucket
  )
  do update set count = exposure_counts.count + excluded.count`

const pauseMs = 60_000

/** Folds, and forgets edges that are gone, every minute until it is stopped. */
export const startFolding = (
  database: Database,
  logError: LogError,
): { stop: () => Promise<void> } =>
  repeat(
    async (signal) => {
      await forgetEdges(database.queries)
      while (!signal.aborted && (await foldExposures(database)));
    },
    { pauseMs, onError: (error) => logError('exposures could not be folded', error) },
  )
