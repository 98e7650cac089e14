import { flagNameOf, stableOf, type Arm, type Channel } from '../../rollouts/channel.ts'
import { evidenceOver, type ArmMinutes, type ArmVisitors } from '../../rollouts/evidence.ts'
import type { ArmFigures, Figures } from '../../rollouts/figures.ts'
import type { Queries } from '../tables/definition.ts'
import { listRolloutStarts } from '../tables/queries.ts'
import { isReportLate } from '../tables/sightings.ts'
import { percentile, sumOf } from './count-groups.ts'
import {
  countDrawn,
  listGroups,
  listMinutes,
  type AskedArm,
  type ExposureGroup,
  type VisitorMinute,
} from './exposure-groups.ts'

/** What a rollout is judged by, and what became of all of its pages. */
export interface RolloutReading {
  /** When the rollout began. */
  since: Date
  figures: Figures
  groups: ExposureGroup[]
}

/** The arms of a channel that have a release. */
export function armsOf(channel: Channel): { arm: Arm; version: string }[] {
  const { candidate } = channel
  const stable = stableOf(channel)
  return [
    ...(candidate === null ? [] : [{ arm: 'candidate' as const, version: candidate }]),
    ...(stable === undefined ? [] : [{ arm: 'stable' as const, version: stable }]),
  ]
}

/** What the guard decides by; undefined for a flag, which has no pages, and without a candidate. */
export async function readFigures(
  queries: Queries,
  channel: Channel,
): Promise<{ since: Date; figures: Figures } | undefined> {
  const reading = (await readRollouts(queries, [channel])).get(channel.app)
  return reading && { since: reading.since, figures: reading.figures }
}

/** The rollouts among these channels, by app, in a few statements however many there are. */
export async function readRollouts(
  queries: Queries,
  channels: Channel[],
): Promise<Map<string, RolloutReading>> {
  const rollouts = channels.flatMap((channel) => {
    const { app, candidate } = channel
    return candidate === null || flagNameOf(app) !== undefined ? [] : [{ channel, app, candidate }]
  })
  const starts = await listRolloutStarts(queries, rollouts)
  if (starts.length === 0) return new Map()
  const sinceByApp = new Map(starts.map(({ app, at }) => [app, at]))
  const asked = rollouts.flatMap(({ app, channel }): AskedArm[] => {
    const since = sinceByApp.get(app)
    if (since === undefined) return []
    return armsOf(channel).map((one) => ({ ...one, request: app, app, since }))
  })
  const groups = Map.groupBy(await listGroups(queries, asked), ({ request }) => request)
  const steps = rollouts.flatMap(({ app, channel }) => askedStep(channel, sinceByApp.get(app)))
  const minutes = Map.groupBy(
    await listMinutes(queries, [...asked, ...steps]),
    ({ request }) => request,
  )
  const isLate = await isReportLate(queries)
  const drawn = Map.groupBy(await countDrawn(queries, asked), ({ request }) => request)
  return new Map(
    rollouts.flatMap(({ app, channel }) => {
      const since = sinceByApp.get(app)
      if (since === undefined) return []
      const own = groups.get(app) ?? []
      const drawnOf = (arm: Arm) => drawn.get(app)?.find((one) => one.arm === arm)?.drawn ?? 0
      const figuresOf = (arm: Arm): ArmFigures => ({
        ...countVisitors(own.filter((group) => group.arm === arm)),
        drawn: drawnOf(arm),
      })
      const figures: Figures = {
        candidate: figuresOf('candidate'),
        stable: stableOf(channel) === undefined ? null : figuresOf('stable'),
        evidence: evidenceOver(byMinute(minutes.get(app) ?? [])),
        ...(channel.plan && { ofStep: countAnswered(minutes.get(requestOfStep(app)) ?? []) }),
        ...(isLate && { isLate }),
      }
      return [[app, { since, figures, groups: own }] as const]
    }),
  )
}

/** No name of an app has a space. */
const requestOfStep = (app: string): string => `${app} step`

/** The candidate since the step of its plan began, if it has one. */
function askedStep({ app, candidate, plan }: Channel, begin: Date | undefined): AskedArm[] {
  if (candidate === null || plan === null || begin === undefined) return []
  const since = new Date(Math.max(begin.getTime(), Date.parse(plan.since)))
  return [{ request: requestOfStep(app), app, version: candidate, arm: 'candidate', since }]
}

const countAnswered = (minutes: VisitorMinute[]): number =>
  minutes.reduce((sum, { answered }) => sum + answered, 0)

function countVisitors(groups: ExposureGroup[]): Omit<ArmFigures, 'drawn'> {
  const count = (...units: ExposureGroup['unit'][]) =>
    sumOf(groups.filter(({ unit }) => units.includes(unit)))
  const warm = groups.filter(
    ({ unit, verdict, readyBucket }) => unit === 'repeat' && verdict === 'ready' && readyBucket > 0,
  )
  return {
    visitors: count('ready', 'failed', 'missing', 'silent'),
    failed: count('failed'),
    filesMissing: count('missing'),
    silent: count('silent'),
    left: count('left'),
    warmPages: sumOf(warm),
    warmP75Ms: percentile(warm, 0.75),
  }
}

/** How both arms did in the minute, or the hour, that began then. */
export type Minute = ArmMinutes & { at: Date }

/** Both arms by the minute, oldest first, as the rows are. */
export function byMinute(rows: VisitorMinute[]): Minute[] {
  const minutes = new Map<string, Minute>()
  for (const { at, arm, visitors, failed, missing, silent } of rows) {
    const minute = minutes.get(at) ?? { at: new Date(at), candidate: nobody, stable: nobody }
    minutes.set(at, { ...minute, [arm]: { visitors, failed, missing, silent } })
  }
  return [...minutes.values()]
}

const nobody: ArmVisitors = { visitors: 0, failed: 0, missing: 0, silent: 0 }
