import * as z from 'zod/mini'

import {
  armSchema,
  flagNameOf,
  fullWeight,
  mayRunNothing,
  nextStepOf,
  planSchema,
  stableOf,
  type Arm,
  type Channel,
  type Decision,
  type PlanState,
} from './channel.ts'

const visitorSchema = z.string().check(z.regex(/^[\w-]{1,64}$/))

/** Whether it is made although the guard has not seen enough, or holds. */
const force = z.optional(z.boolean())

/** The changes of a channel that people may ask for. */
export const changeSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('rollout'),
    version: z.string(),
    weight: z.int().check(z.gte(0), z.lte(fullWeight)),
    /** Whether it may replace another candidate. */
    replace: z.optional(z.boolean()),
    /** How the share grows from there; `weight` is that of its first step. */
    plan: z.optional(planSchema),
    /** Whether the guard only says what it would do; as before unless it is said. */
    isObserved: z.optional(z.boolean()),
    force,
  }),
  z.object({ type: z.literal('promote'), force }),
  z.object({
    type: z.literal('rollback'),
    /** The former stable release to go back to; by default the previous one. */
    to: z.optional(z.string()),
  }),
  z.object({ type: z.literal('pause') }),
  z.object({ type: z.literal('resume') }),
  /** The next step of the plan, now. */
  z.object({ type: z.literal('advance'), force }),
  z.object({ type: z.literal('kill'), version: z.string() }),
  z.object({ type: z.literal('pin'), visitor: visitorSchema, arm: armSchema }),
  z.object({ type: z.literal('unpin'), visitor: visitorSchema }),
])
export type Change = z.infer<typeof changeSchema>

/** What the guard does: takes the candidate from everybody, or notes why it must not grow. */
export interface GuardChange {
  type: 'stop' | 'hold'
  decision: Decision
}

/** Why a change was refused; the message is a sentence for the caller. */
export class RefusedChangeError extends Error {
  override readonly name = 'RefusedChangeError'
}

const maxPins = 100

/** How many former stable releases are kept for rollbacks. */
const lineageLength = 10

/**
 * The channel after a change; throws `RefusedChangeError`. `newRolloutId` becomes the salt when a
 * rollout starts, so that its first visitors differ from those of the previous rollout.
 */
export function applyChange(
  channel: Channel,
  change: Change | GuardChange,
  newRolloutId: string,
): Channel {
  const next = changed(channel, change, newRolloutId)
  return { ...next, revision: channel.revision + 1 }
}

function changed(channel: Channel, change: Change | GuardChange, newRolloutId: string): Channel {
  switch (change.type) {
    case 'rollout':
      return rolledOut(channel, change, newRolloutId)
    case 'promote':
      return promoted(channel)
    case 'advance':
      return advanced(channel)
    case 'rollback':
      return rolledBack(channel, change.to)
    case 'pause':
      return withPlan(channel, (plan) => ({ ...plan, isPaused: true }))
    case 'resume':
      // The time of the step begins anew: nobody knows what was changed meanwhile.
      return withPlan(channel, (plan) => ({ ...plan, isPaused: false, since: now() }))
    case 'stop':
      return channel.isObserved ? noted(channel, change) : stopped(channel, change.decision)
    case 'hold':
      return noted(channel, change)
    case 'kill':
      return killed(channel, change.version)
    case 'pin':
      return pinned(channel, change.visitor, change.arm)
    case 'unpin':
    default:
      return unpinned(channel, change.visitor)
  }
}

function pinned(channel: Channel, visitor: string, arm: Arm): Channel {
  const pins = { ...channel.pins, [visitor]: arm }
  // Every edge holds all pins.
  if (Object.keys(pins).length > maxPins) refuse(`At most ${maxPins} visitors can be pinned.`)
  return { ...channel, pins }
}

function unpinned(channel: Channel, visitor: string): Channel {
  if (!Object.hasOwn(channel.pins, visitor)) refuse(`${visitor} is not pinned in ${channel.app}.`)
  const { [visitor]: _unpinned, ...pins } = channel.pins
  return { ...channel, pins }
}

function rolledOut(
  channel: Channel,
  change: Extract<Change, { type: 'rollout' }>,
  newRolloutId: string,
): Channel {
  const { app, candidate } = channel
  const { version, weight, plan, force: isForced = false } = change
  if (flagNameOf(app) !== undefined && version !== 'on' && version !== 'off')
    refuse(`A feature flag is on or off, not ${version}.`)
  if (flagNameOf(app) !== undefined && plan !== undefined)
    refuse('A feature flag has no pages to judge, so no plan: it grows by hand.')
  if (channel.revoked.includes(version))
    refuse(`${app} ${version} was killed and cannot come back.`)
  if (channel.stopped.includes(version) && !isForced)
    refuse(`${app} ${version} was taken back by the guard; --force --reason rolls it out again.`)
  if (version === stableOf(channel)) refuse(`${app} ${version} is what everybody runs already.`)
  if (plan !== undefined && plan.steps[0]?.weight !== weight)
    refuse('A rollout begins with the share of the first step of its plan.')
  if (stableOf(channel) === undefined) {
    if (weight === fullWeight) return { ...withoutCandidate(channel), lineage: [version] }
    // Other visitors would have no remote, which is possible; but without a host they would have no
    // page.
    if (app === 'host') refuse('The first release of host has to go to everybody: --to 100%.')
  }
  const isSame = candidate === version
  return {
    ...channel,
    candidate: version,
    weight,
    // Another version during a rollout, if explicitly requested, is a hotfix: it takes the
    // candidate's place and its visitors.
    rolloutId: candidate === null ? newRolloutId : channel.rolloutId,
    plan: plan ? { ...plan, step: 0, since: now(), isPaused: false } : paused(isSame, channel.plan),
    isObserved: change.isObserved ?? (isSame && channel.isObserved),
    decision: null,
    stopped: channel.stopped.filter((other) => other !== version),
  }
}

/** A change by hand pauses the plan of the same candidate; another one has none. */
const paused = (isSame: boolean, plan: PlanState | null): PlanState | null =>
  isSame && plan !== null ? { ...plan, isPaused: true } : null

const now = (): string => new Date().toISOString()

function promoted(channel: Channel): Channel {
  const { candidate, lineage } = withCandidate(channel)
  const older = lineage.filter((version) => version !== candidate)
  return { ...withoutCandidate(channel), lineage: [candidate, ...older].slice(0, lineageLength) }
}

/** One step further, however many were due: steps that were missed count as one. */
function advanced(channel: Channel): Channel {
  const { plan } = withPlan(channel, (state) => state)
  const next = nextStepOf(channel)
  const step = next === undefined ? undefined : plan.steps[next]
  if (next === undefined || step === undefined)
    return refuse(`The plan of ${channel.app} is at its last step.`)
  if (step.weight === fullWeight) return promoted(channel)
  const state = { ...plan, step: next, since: now(), isPaused: false }
  return { ...channel, weight: step.weight, plan: state, decision: null }
}

function withPlan(
  channel: Channel,
  change: (plan: PlanState) => PlanState,
): Channel & { plan: PlanState } {
  const { app, plan } = withCandidate(channel)
  if (plan === null) return refuse(`The rollout of ${app} has no plan.`)
  return { ...channel, plan: change(plan) }
}

const noted = (channel: Channel, { decision }: GuardChange): Channel => ({
  ...withCandidate(channel),
  decision,
})

function stopped(channel: Channel, decision: Decision): Channel {
  const { candidate } = withCandidate(channel)
  const others = channel.stopped.filter((version) => version !== candidate)
  const latest = [candidate, ...others].slice(0, lineageLength)
  // It may have been everybody's once: then it is no fallback any more.
  const lineage = channel.lineage.filter((version) => version !== candidate)
  return { ...withoutCandidate(channel), lineage, decision, stopped: latest }
}

function rolledBack(channel: Channel, to: string | undefined): Channel {
  if (to !== undefined) {
    const lineage = channel.lineage.slice(channel.lineage.indexOf(to))
    // Releases in between were skipped for a reason, so they are no fallbacks either.
    if (channel.lineage.includes(to)) return { ...withoutCandidate(channel), lineage }
    refuse(`${channel.app} ${to} was never everybody's, or was taken back: roll it out instead.`)
  }
  if (channel.candidate !== null) return withoutCandidate(channel)
  const { app } = channel
  const [stable, ...lineage] = channel.lineage
  if (stable === undefined) refuse(`Nobody runs ${app}: there is nothing to go back from.`)
  if (lineage.length === 0 && !mayRunNothing(app))
    refuse(`There is no earlier release of ${app} to go back to; roll out another one instead.`)
  return { ...channel, lineage }
}

function killed(channel: Channel, version: string): Channel {
  const lineage = channel.lineage.filter((other) => other !== version)
  if (channel.app === 'host' && lineage.length === 0) {
    refuse(`host ${version} is the only release there is; publish another one first.`)
  }
  const revoked = [...new Set([...channel.revoked, version])]
  const rest = channel.candidate === version ? withoutCandidate(channel) : channel
  return { ...rest, lineage, revoked }
}

function withCandidate(channel: Channel): Channel & { candidate: string } {
  const { candidate } = channel
  if (candidate === null) return refuse(`${channel.app} has no rollout under way.`)
  return { ...channel, candidate }
}

const withoutCandidate = (channel: Channel): Channel => ({
  ...channel,
  candidate: null,
  weight: 0,
  plan: null,
  isObserved: false,
  decision: null,
  pins: {},
})

function refuse(message: string): never {
  throw new RefusedChangeError(message)
}
