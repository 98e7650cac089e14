import { flagNameOf, type Channel } from '../../rollouts/channel.ts'
import type { ArmCounts, Signal } from '../../rollouts/signal.ts'
import { judgeFigures } from '../guard/judge-rollout.ts'
import type { Queries } from '../tables/definition.ts'
import { countGroups } from './count-groups.ts'
import { listGroups, type ExposureGroup } from './exposure-groups.ts'
import { armsOf, readRollouts } from './read-figures.ts'

const hourMs = 60 * 60 * 1000
const periodMs = { hour: hourMs, day: 24 * hourMs }
const periods = ['hour', 'day'] as const

/** How the releases of an app do: since the rollout began, or in the last hour and day. */
export async function readSignals(queries: Queries, channel: Channel): Promise<Signal[]> {
  // A flag has no pages.
  if (flagNameOf(channel.app) !== undefined) return []
  if (channel.candidate === null) return readPeriods(queries, channel)
  return (await readRolloutSignals(queries, [channel])).get(channel.app) ?? []
}

/** The signals of those of the channels that have a rollout, by app. */
export async function readRolloutSignals(
  queries: Queries,
  channels: Channel[],
): Promise<Map<string, Signal[]>> {
  const readings = await readRollouts(queries, channels)
  const signals = new Map<string, Signal[]>()
  for (const { channel, since, figures, groups } of readings.values()) {
    const arms = countArms(channel, groups)
    const judgement = await judgeFigures(queries, channel, figures)
    const rollout = { period: 'rollout', since: since.toISOString(), arms } as const
    signals.set(channel.app, [{ ...rollout, figures, judgement }])
  }
  return signals
}

async function readPeriods(queries: Queries, channel: Channel): Promise<Signal[]> {
  const { app } = channel
  const asked = periods.flatMap((period) => {
    const since = new Date(Date.now() - periodMs[period])
    return armsOf(channel).map((one) => ({ ...one, request: period, app, since }))
  })
  const groups = await listGroups(queries, asked)
  return periods.map((period) => ({
    period,
    arms: countArms(
      channel,
      groups.filter(({ request }) => request === period),
    ),
  }))
}

const countArms = (channel: Channel, groups: ExposureGroup[]): ArmCounts[] =>
  armsOf(channel).map(({ arm, version }) =>
    countGroups(
      arm,
      version,
      groups.filter((group) => group.arm === arm),
    ),
  )
