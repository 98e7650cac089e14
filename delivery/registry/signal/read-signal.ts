import { flagNameOf, stableOf, type Arm, type Channel } from '../../rollouts/channel.ts'
import { evidenceOver, exposuresNeeded, type ArmMinutes } from '../../rollouts/evidence.ts'
import type { ArmCounts, Signal } from '../../rollouts/signal.ts'
import type { Queries } from '../tables/definition.ts'
import { findRolloutStart } from '../tables/queries.ts'
import { bucketMs, listGroups, type ExposureGroup } from './exposure-groups.ts'

const hourMs = 60 * 60 * 1000

/** How the releases of an app do: since the rollout began, or in the last hour and day. */
export async function readSignals(queries: Queries, channel: Channel): Promise<Signal[]> {
  const { app, candidate } = channel
  // A flag has no pages.
  if (flagNameOf(app) !== undefined) return []
  if (candidate === null) {
    const [hour, day] = [hourMs, 24 * hourMs].map((ms) => new Date(Date.now() - ms))
    return Promise.all([
      readSignal(queries, channel, { period: 'hour', since: hour ?? new Date() }),
      readSignal(queries, channel, { period: 'day', since: day ?? new Date() }),
    ])
  }
  const start = await findRolloutStart(queries, app, candidate)
  if (start === undefined) return []
  return [await readSignal(queries, channel, { period: 'rollout', since: start.at })]
}

async function readSignal(
  queries: Queries,
  channel: Channel,
  { period, since }: { period: Signal['period']; since: Date },
): Promise<Signal> {
  const { app, candidate } = channel
  const versions: Record<Arm, string | undefined> = {
    candidate: candidate ?? undefined,
    stable: stableOf(channel),
  }
  const arms = (['candidate', 'stable'] as const).flatMap((arm) => {
    const version = versions[arm]
    return version === undefined ? [] : [{ arm, version }]
  })
  const found = await listGroups(queries, { app, versions: arms.map((one) => one.version), since })
  const groups = found.filter(({ arm, version }) => versions[arm] === version)
  const counts = arms.map(({ arm, version }) =>
    countGroups(
      arm,
      version,
      groups.filter((group) => group.arm === arm),
    ),
  )
  if (candidate === null) return { period, arms: counts }
  const minutes = byMinute(groups)
  const given = minutes.reduce((sum, minute) => sum + minute.candidate.exposures, 0)
  return {
    period,
    since: since.toISOString(),
    arms: counts,
    evidence: evidenceOver(minutes),
    exposuresNeeded: exposuresNeeded(given),
  }
}

function countGroups(arm: Arm, version: string, groups: ExposureGroup[]): ArmCounts {
  const count = (isIn: (group: ExposureGroup) => boolean) => sumOf(groups.filter(isIn))
  const ready = groups.filter(({ verdict }) => verdict === 'ready')
  return {
    arm,
    version,
    exposures: sumOf(groups),
    ready: sumOf(ready),
    failed: count(({ verdict }) => verdict === 'failed'),
    failedByKind: sumBy(groups, ({ kind }) => kind),
    silent: count(({ verdict }) => verdict === 'silent'),
    failedLater: count(({ laterKind }) => laterKind !== ''),
    failedLaterByKind: sumBy(groups, ({ laterKind }) => laterKind),
    left: count(({ verdict }) => verdict === 'left'),
    fallbacks: count(({ isReplaced }) => isReplaced),
    medianMs: percentile(ready, 0.5),
    p95Ms: percentile(ready, 0.95),
  }
}

const sumOf = (groups: ExposureGroup[]): number => groups.reduce((sum, { count }) => sum + count, 0)

function sumBy(
  groups: ExposureGroup[],
  kindOf: (group: ExposureGroup) => string,
): Record<string, number> {
  const kinds = [...new Set(groups.map((group) => kindOf(group)))].filter((kind) => kind !== '')
  return Object.fromEntries(
    kinds.toSorted().map((kind) => [kind, sumOf(groups.filter((group) => kindOf(group) === kind))]),
  )
}

/** The time within which this part of the pages was ready. */
function percentile(ready: ExposureGroup[], part: number): number | null {
  const timed = ready
    .filter(({ readyBucket }) => readyBucket > 0)
    .toSorted((one, other) => one.readyBucket - other.readyBucket)
  const rank = sumOf(timed) * part
  let sum = 0
  for (const { readyBucket, count } of timed) {
    sum += count
    if (sum >= rank) return bucketMs(readyBucket)
  }
  return null
}

/** Both arms by the minute, oldest first. */
function byMinute(groups: ExposureGroup[]): ArmMinutes[] {
  const minutes = new Map<number, ArmMinutes>()
  for (const { at, arm, verdict, laterKind, count } of groups) {
    if (verdict === 'left') continue
    const minute = minutes.get(at.getTime()) ?? {
      candidate: { exposures: 0, failed: 0 },
      stable: { exposures: 0, failed: 0 },
    }
    minutes.set(at.getTime(), minute)
    minute[arm].exposures += count
    if (verdict !== 'ready' || laterKind !== '') minute[arm].failed += count
  }
  return [...minutes.entries()]
    .toSorted(([one], [other]) => one - other)
    .map(([, minute]) => minute)
}
