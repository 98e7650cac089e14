import { and, desc, eq, notInArray, sql } from 'drizzle-orm'

import type { Timeline } from '../../rollouts/answers.ts'
import { flagNameOf, fullWeight, type Arm } from '../../rollouts/channel.ts'
import { addVisitors, type ArmVisitors } from '../../rollouts/evidence.ts'
import type { Evidence } from '../../rollouts/figures.ts'
import { evidenceOfVisitors, type VisitorsAt } from '../../rollouts/visitors.ts'
import { listMinutes, type AskedArm } from '../signal/exposure-groups.ts'
import { byMinute } from '../signal/read-figures.ts'
import type { Queries } from '../tables/definition.ts'
import { audit } from '../tables/schema.ts'

const minuteMs = 60_000
/** How long counts of releases are kept that visitors are given no more. */
const keptMs = 90 * 24 * 60 * minuteMs
/** As many as a chart can show. */
const maxPoints = 120
const maxChanges = 1000

type Point = Timeline['points'][number]

/** The rollout of an app that is under way, or the last one of the latest 90 days. */
export async function readTimeline(queries: Queries, app: string): Promise<Timeline | undefined> {
  const rollout = findRollout(await listChanges(queries, app))
  if (rollout === undefined) return undefined
  const { version, stable, since, until, changes } = rollout
  const arms = [
    { arm: 'candidate' as const, version },
    ...(stable === null ? [] : [{ arm: 'stable' as const, version: stable }]),
  ]
  const asked = arms.map((one): AskedArm => ({ ...one, request: app, app, since }))
  // A flag has no pages.
  const rows = flagNameOf(app) === undefined ? await listMinutes(queries, asked) : []
  const end = until ?? new Date()
  const minutes = byMinute(rows).filter(({ at }) => at <= end)
  return {
    app,
    version,
    stable,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
    points: toPoints(minutes, rollout, end),
    decisions: changes.map((change) => ({
      at: change.at.toISOString(),
      actor: change.actor,
      action: change.action,
      reason: change.reason,
      weight: isPromotion(change) ? fullWeight : change.weight,
      version: change.action === 'kill' ? change.revoked : (change.candidate ?? change.before),
    })),
  }
}

interface ChannelChange extends Pick<
  typeof audit.$inferSelect,
  'at' | 'actor' | 'action' | 'reason'
> {
  /** The candidate before the change and after it. */
  before: string | null
  candidate: string | null
  weight: number
  /** The stable release after it. */
  stable: string | null
  /** The release that was killed last. */
  revoked: string | null
}

/** The latest changes of an app's channel, newest first; pins concern single visitors. */
function listChanges(queries: Queries, app: string): Promise<ChannelChange[]> {
  const { after, before } = audit
  return queries
    .select({
      at: audit.at,
      actor: audit.actor,
      action: audit.action,
      reason: audit.reason,
      before: sql<string | null>`${before}->>'candidate'`,
      candidate: sql<string | null>`${after}->>'candidate'`,
      weight: sql<number>`(${after}->>'weight')::int`,
      stable: sql<string | null>`${after}->'lineage'->>0`,
      revoked: sql<string | null>`${after}->'revoked'->>-1`,
    })
    .from(audit)
    .where(
      and(
        eq(audit.app, app),
        notInArray(audit.action, ['pin', 'unpin']),
        sql`${after}->'lineage' is not null`,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(maxChanges)
}

interface Rollout {
  version: string
  stable: string | null
  since: Date
  until: Date | null
  /** Oldest first. */
  changes: ChannelChange[]
}

function findRollout(newestFirst: ChannelChange[]): Rollout | undefined {
  const last = newestFirst.findIndex(({ before, candidate }) => (candidate ?? before) !== null)
  const end = newestFirst[last]
  const version = end?.candidate ?? end?.before
  if (end === undefined || version === null || version === undefined) return undefined
  const until = end.candidate === null ? end.at : null
  if (until !== null && until.getTime() < Date.now() - keptMs) return undefined
  const start = newestFirst.findIndex(({ before }, index) => index >= last && before !== version)
  const changes = newestFirst.slice(last, start === -1 ? undefined : start + 1).toReversed()
  const stable = changes.findLast(({ candidate }) => candidate === version)?.stable ?? null
  return { version, stable, since: (changes[0] ?? end).at, until, changes }
}

const isPromotion = ({ before, candidate, stable }: ChannelChange): boolean =>
  candidate === null && stable === before

/** Minutes, merged evenly; each point has what was known at its end. */
function toPoints(minutes: VisitorsAt[], { stable, since, changes }: Rollout, end: Date): Point[] {
  const evidence = evidenceOfVisitors(minutes)
  const known = minutes.map((minute, index) => ({ ...minute, evidence: evidence[index] }))
  const spanMinutes = Math.ceil((end.getTime() - since.getTime()) / minuteMs / maxPoints)
  const parts = Map.groupBy(known, ({ at }) =>
    Math.floor((at.getTime() - since.getTime()) / (Math.max(spanMinutes, 1) * minuteMs)),
  )
  return [...parts.values()].flatMap((part) => {
    const last = part.at(-1)
    if (last === undefined) return []
    return [
      {
        at: last.at.toISOString(),
        weight: weightAt(changes, new Date(last.at.getTime() + minuteMs)),
        candidate: sumOf(part.map((minute) => visitorsOf(minute, 'candidate'))),
        stable: stable === null ? null : sumOf(part.map((minute) => visitorsOf(minute, 'stable'))),
        evidence: last.evidence === undefined ? 1 : strongest(last.evidence),
      },
    ]
  })
}

/** The share by the last change before a moment that left the candidate one. */
const weightAt = (changes: ChannelChange[], moment: Date): number =>
  changes.findLast(({ at, candidate }) => candidate !== null && at <= moment)?.weight ?? 0

const visitorsOf = ({ known, strangers }: VisitorsAt, arm: Arm): ArmVisitors =>
  addVisitors(known[arm], strangers[arm])

const sumOf = (minutes: ArmVisitors[]): Point['candidate'] => ({
  visitors: sum(minutes.map(({ visitors }) => visitors)),
  ready: sum(minutes.map((arm) => arm.visitors - arm.failed - arm.missing - arm.silent)),
})

const sum = (counts: number[]): number => counts.reduce((all, count) => all + count, 0)

/** By the rules for which a candidate is stopped. */
const strongest = ({ worse, filesMissing, failing }: Evidence): number =>
  Math.max(worse.highest, filesMissing.highest, failing.highest)
