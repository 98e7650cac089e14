import {
  activityKinds,
  type ActivityDetail,
  type ActivityGroup,
  type ActivityKind,
} from '@errand/contract/activity'
import { and, count, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { activity } from '../../../platform/database/schema.ts'
import type { Actor } from '../../../platform/http/context.ts'
import type { TimePosition } from '../../../platform/http/cursor.ts'

export type ActivityRow = typeof activity.$inferSelect

const dayMs = 24 * 60 * 60 * 1000
/** For how long an entry is kept. */
const retentionMs = 365 * dayMs
/** A setting that is switched all day fills no disk; what is told of by another entry is not hidden by it. */
const maxEqualInDay = 200
/** Names of devices and jobs are free, and make each entry another one. */
const maxOfKindInDay = 2_000

/** Something that happened in an account. */
export interface Activity {
  ownerId: string
  kind: ActivityKind
  /** Undefined where the product did it by itself. */
  actor?: Actor | undefined
  /** Short, without secrets and texts of messages. */
  detail?: ActivityDetail
}

/** Adds an entry to the owner's activity log, in the transaction of what it is about; of those that say the same only so many in a day. */
export async function recordActivity(
  queries: Queries,
  { ownerId, kind, actor, detail = {} }: Activity,
): Promise<void> {
  const at = new Date()
  const [device, address] = [actor?.device ?? null, actor?.address ?? null]
  const saysTheSame = and(
    sql`(${activity.device}, ${activity.address}) is not distinct from (${device}::text, ${address}::text)`,
    eq(activity.detail, detail),
  )
  const [counts] = await queries
    .select({
      ofKind: count(),
      equal: sql<number>`(count(*) filter (where ${saysTheSame}))::int`,
    })
    .from(activity)
    .where(
      and(
        eq(activity.ownerId, ownerId),
        gt(activity.at, new Date(at.getTime() - dayMs)),
        eq(activity.kind, kind),
      ),
    )
  const { ofKind = 0, equal = 0 } = counts ?? {}
  if (equal >= maxEqualInDay || ofKind >= maxOfKindInDay) return
  const id = newId('activity')
  await queries.insert(activity).values({ id, ownerId, at, kind, device, address, detail })
}

interface ActivityPage {
  ownerId: string
  group: ActivityGroup | undefined
  after: TimePosition | undefined
  limit: number
}

/** An owner's activity log, newest first. */
export function listActivity(
  queries: Queries,
  { ownerId, group, after, limit }: ActivityPage,
): Promise<ActivityRow[]> {
  const { at, id, kind } = activity
  return queries
    .select()
    .from(activity)
    .where(
      and(
        eq(activity.ownerId, ownerId),
        group === undefined ? undefined : inArray(kind, [...activityKinds[group]]),
        after === undefined
          ? undefined
          : sql`(${at}, ${id}) < (${sql.param(after.at, at)}, ${after.id})`,
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(limit)
}

/** Deletes entries that are a year old. */
export async function sweepActivity(queries: Queries, now: Date): Promise<void> {
  await queries.delete(activity).where(lt(activity.at, new Date(now.getTime() - retentionMs)))
}
