import { flagNameOf, stableOf, type Arm, type Channel } from '../../rollouts/channel.ts'
import { noEvidence, nobody } from '../../rollouts/evidence.ts'
import type { ArmFigures, Figures } from '../../rollouts/figures.ts'
import { evidenceOfVisitors, type VisitorsAt } from '../../rollouts/visitors.ts'
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
  channel: Channel
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

/** The rollouts among these channels, by app, in a few statements however many there are. */
export async function readRollouts(
  queries: Queries,
  channels: Channel[],
): Promise<Map<string, RolloutReading>> {
  const rollouts = await findRollouts(queries, channels)
  if (rollouts.length === 0) return new Map()
  const asked = rollouts.flatMap(({ channel, since }) =>
    armsOf(channel).map((one) => ({ ...one, request: channel.app, app: channel.app, since })),
  )
  const groups = byRequest(await listGroups(queries, asked))
  const minutes = byRequest(await listMinutes(queries, [...asked, ...rollouts.flatMap(askedStep)]))
  const drawn = byRequest(await countDrawn(queries, asked))
  const isLate = await isReportLate(queries)
  return new Map(
    rollouts.map(({ channel, since }) => {
      const { app, plan } = channel
      const own = groups.get(app) ?? []
      const figuresOf = (arm: Arm): ArmFigures => ({
        ...countVisitors(own.filter((group) => group.arm === arm)),
        drawn: drawn.get(app)?.find((one) => one.arm === arm)?.drawn ?? 0,
      })
      const figures: Figures = {
        candidate: figuresOf('candidate'),
        stable: stableOf(channel) === undefined ? null : figuresOf('stable'),
        evidence: evidenceOfVisitors(byMinute(minutes.get(app) ?? [])).at(-1) ?? noEvidence,
        ...(plan && { ofStep: countAnswered(minutes.get(requestOfStep(app)) ?? []) }),
        ...(isLate && { isLate }),
      }
      return [app, { channel, since, figures, groups: own }]
    }),
  )
}

interface Rollout {
  channel: Channel
  candidate: string
  since: Date
}

/** Those of the channels that have one; a flag has no pages. */
async function findRollouts(queries: Queries, channels: Channel[]): Promise<Rollout[]> {
  const candidates = channels.flatMap((channel) => {
    const { app, candidate } = channel
    return candidate === null || flagNameOf(app) !== undefined ? [] : [{ channel, app, candidate }]
  })
  const starts = await listRolloutStarts(queries, candidates)
  return candidates.flatMap((one) => {
    const start = starts.find(({ app }) => app === one.app)
    return start === undefined ? [] : [{ ...one, since: start.at }]
  })
}

const byRequest = <T extends { request: string }>(answers: T[]): Map<string, T[]> =>
  Map.groupBy(answers, ({ request }) => request)

/** No name of an app has a space. */
const requestOfStep = (app: string): string => `${app} step`

/** The candidate since the step of its plan began, if it has one. */
function askedStep({ channel: { app, plan }, candidate, since: begin }: Rollout): AskedArm[] {
  if (plan === null) return []
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

/** Both arms by the minute, oldest first, as the rows are. */
export function byMinute(rows: VisitorMinute[]): VisitorsAt[] {
  const minutes = new Map<string, VisitorsAt>()
  for (const { at, arm, isKnown, visitors, failed, missing, silent } of rows) {
    const minute = minutes.get(at) ?? { at: new Date(at), known: nobodies, strangers: nobodies }
    const part = isKnown ? 'known' : 'strangers'
    const counts = { visitors, failed, missing, silent }
    minutes.set(at, { ...minute, [part]: { ...minute[part], [arm]: counts } })
  }
  return [...minutes.values()]
}

const nobodies = { candidate: nobody, stable: nobody }
