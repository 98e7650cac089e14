import * as z from 'zod/mini'

import {
  armSchema,
  flagNameOf,
  fullWeight,
  mayRunNothing,
  stableOf,
  type Arm,
  type Channel,
} from './channel.ts'

const visitorSchema = z.string().check(z.regex(/^[\w-]{1,64}$/))

/** The possible changes of a channel. */
export const changeSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('rollout'),
    version: z.string(),
    weight: z.int().check(z.gte(0), z.lte(fullWeight)),
    /** Whether it may replace another candidate. */
    replace: z.optional(z.boolean()),
  }),
  z.object({ type: z.literal('promote') }),
  z.object({
    type: z.literal('rollback'),
    /** The former stable release to go back to; by default the previous one. */
    to: z.optional(z.string()),
  }),
  z.object({ type: z.literal('pause') }),
  z.object({ type: z.literal('resume') }),
  z.object({ type: z.literal('kill'), version: z.string() }),
  z.object({ type: z.literal('pin'), visitor: visitorSchema, arm: armSchema }),
  z.object({ type: z.literal('unpin'), visitor: visitorSchema }),
])
export type Change = z.infer<typeof changeSchema>

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
export function applyChange(channel: Channel, change: Change, newRolloutId: string): Channel {
  const next = changed(channel, change, newRolloutId)
  return { ...next, revision: channel.revision + 1 }
}

function changed(channel: Channel, change: Change, newRolloutId: string): Channel {
  switch (change.type) {
    case 'rollout':
      return rolledOut(channel, change, newRolloutId)
    case 'promote':
      return promoted(channel)
    case 'rollback':
      return rolledBack(channel, change.to)
    case 'pause':
      return { ...withCandidate(channel), isPaused: true }
    case 'resume':
      return { ...withCandidate(channel), isPaused: false }
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
  const { [visitor]: _unpinned, ...pins } = channel.pins
  return { ...channel, pins }
}

function rolledOut(
  channel: Channel,
  { version, weight }: { version: string; weight: number },
  newRolloutId: string,
): Channel {
  const { app, candidate, isPaused } = channel
  if (flagNameOf(app) !== undefined && version !== 'on' && version !== 'off')
    refuse(`A feature flag is on or off, not ${version}.`)
  if (channel.revoked.includes(version))
    refuse(`${app} ${version} was killed and cannot come back.`)
  if (version === stableOf(channel)) refuse(`${app} ${version} is what everybody runs already.`)
  if (candidate !== null && isPaused && weight > channel.weight) {
    refuse(`The rollout of ${app} is paused; resume it first.`)
  }
  if (stableOf(channel) === undefined) {
    if (weight === fullWeight) return { ...withoutCandidate(channel), lineage: [version] }
    // Other visitors would have no remote, which is possible; but without a host they would have no
    // page.
    if (app === 'host') refuse('The first release of host has to go to everybody: --to 100%.')
  }
  // Another version during a rollout, if explicitly requested, is a hotfix: it takes the
  // candidate's place and its visitors.
  const rolloutId = candidate === null ? newRolloutId : channel.rolloutId
  return { ...channel, candidate: version, weight, rolloutId }
}

function promoted(channel: Channel): Channel {
  const { app, candidate, lineage, isPaused } = withCandidate(channel)
  if (isPaused) refuse(`The rollout of ${app} is paused; resume it first.`)
  const older = lineage.filter((version) => version !== candidate)
  return { ...withoutCandidate(channel), lineage: [candidate, ...older].slice(0, lineageLength) }
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
  isPaused: false,
  pins: {},
})

function refuse(message: string): never {
  throw new RefusedChangeError(message)
}
