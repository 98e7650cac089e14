import type { AppRow } from '@errand/delivery/rollouts/answers'
import {
  fullWeight,
  nextStepAt,
  nextStepOf,
  stableOf,
  type Channel,
} from '@errand/delivery/rollouts/channel'
import type { Signal } from '@errand/delivery/rollouts/signal'
import { Badge, useFormats, useNow, useSettings, type Tone } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'

/** How a rollout stands, what needs a person first. */
const states = {
  stopped: 'danger',
  held: 'danger',
  paused: 'warning',
  observed: 'info',
  growing: 'accent',
  everybody: 'success',
  none: 'neutral',
} as const satisfies Record<string, Tone>
type RolloutState = keyof typeof states

type Described = Pick<AppRow, 'channel' | 'signals'>

/** The figures of the rollout under way. */
export const rolloutSignal = ({ signals }: Described): Signal | undefined =>
  signals.find(({ period }) => period === 'rollout')

/**
 * What the guard makes of the candidate, or of what it took back: with the figures in English, as the
 * registry says it, and by its rule alone in other languages.
 */
export function useGuardReason(): (row: Described) => string | undefined {
  const say = useWords()
  const { locale } = useSettings()
  return (row) => {
    const { candidate, decision } = row.channel
    const judged = rolloutSignal(row)?.judgement ?? decision
    if (judged === null) return undefined
    const isEnglish = locale.startsWith('en')
    const reason = isEnglish
      ? judged.reason
      : say('judged', { rule: judged.rule.replace('-missing', '') })
    // What was taken back is named nowhere else.
    if (candidate !== null || decision === null) return reason
    return `${say('candidate', { version: decision.version })}: ${reason}`
  }
}

/** How a rollout stands. */
export function stateOf(row: Described): RolloutState {
  const { candidate, decision, plan, isObserved } = row.channel
  if (candidate === null) {
    if (decision?.verdict === 'stop') return 'stopped'
    return stableOf(row.channel) === undefined ? 'none' : 'everybody'
  }
  // What the guard thinks now; without figures, what it last decided.
  const verdict = rolloutSignal(row)?.judgement?.verdict ?? decision?.verdict
  // What is only observed is neither stopped nor held, but needs a person as much.
  if (verdict === 'stop' || verdict === 'hold') return 'held'
  if (plan?.isPaused === true) return 'paused'
  return isObserved ? 'observed' : 'growing'
}

/** Where it stands among others: what needs a person first. */
export const urgencyOf = (row: Described): number => Object.keys(states).indexOf(stateOf(row))

/** The state in a word. */
export function StateBadge({ row }: { row: Described }) {
  const say = useWords()
  const state = stateOf(row)
  const isObserved = row.channel.isObserved && state !== 'observed'
  return (
    <>
      <Badge tone={states[state]}>{say('state', { state })}</Badge>
      {isObserved && <Badge>{say('observed')}</Badge>}
    </>
  )
}

/** Writes a weight as a share. */
export function useShare(): (weight: number) => string {
  const { number } = useFormats()
  return (weight) => number(weight / fullWeight, { style: 'percent', maximumFractionDigits: 3 })
}

/** The share of the plan's next step. */
export const nextWeight = (channel: Channel): number | undefined =>
  channel.plan?.steps[nextStepOf(channel) ?? -1]?.weight

/** Who runs what. */
export function useRuns(): (channel: Channel) => string {
  const say = useWords()
  const share = useShare()
  return (channel) => {
    const { candidate, weight } = channel
    const stable = stableOf(channel)
    if (candidate !== null)
      return say('partRuns', {
        share: share(weight),
        candidate,
        stable: stable ?? say('noRelease'),
      })
    return stable === undefined ? say('nobodyRuns') : say('everybodyRuns', { stable })
  }
}

/** What comes next by the plan; undefined without a rollout. */
export function useNextStep(): (channel: Channel) => string | undefined {
  const say = useWords()
  const share = useShare()
  const { dateTime, time } = useFormats()
  const now = useNow()
  return (channel) => {
    const { candidate, plan } = channel
    if (candidate === null) return undefined
    if (plan === null) return say('noPlan')
    if (plan.isPaused) return say('planPaused')
    const at = nextStepAt(channel)
    const next = nextWeight(channel)
    if (at === undefined || next === undefined) return say('planEnded')
    const isToday = new Date(now).toDateString() === at.toDateString()
    const values = { share: share(next), time: isToday ? time(at) : dateTime(at) }
    return Number(at) > now ? say('nextStep', values) : say('nextStepDue', values)
  }
}

/** Who runs what, and what comes next. */
export function useDescription(): (channel: Channel) => string {
  const runs = useRuns()
  const next = useNextStep()
  return (channel) => [runs(channel), next(channel)].filter(Boolean).join('. ')
}
