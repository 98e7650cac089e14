import type { Arm } from '../../rollouts/channel.ts'
import type { ArmCounts } from '../../rollouts/signal.ts'
import { bucketMs, type ExposureGroup } from './exposure-groups.ts'

/** What became of the pages of an arm. */
export function countGroups(arm: Arm, version: string, groups: ExposureGroup[]): ArmCounts {
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

/** How many pages these are. */
export const sumOf = (groups: ExposureGroup[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0)

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
export function percentile(ready: ExposureGroup[], part: number): number | null {
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
