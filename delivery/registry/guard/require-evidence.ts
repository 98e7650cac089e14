import type { Change, GuardChange } from '../../rollouts/change.ts'
import {
  emptyChannel,
  flagNameOf,
  fullWeight,
  nextStepOf,
  showShare,
  stableOf,
  type Channel,
} from '../../rollouts/channel.ts'
import type { Figures } from '../../rollouts/figures.ts'
import type { RegistryContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { findChannel } from '../tables/queries.ts'
import { judgeRollout, type Judged } from './judge-rollout.ts'

/** What a change that gives a candidate to more visitors was allowed by. */
export interface GrowthEvidence {
  figures: Figures | undefined
  /** The channel that was judged; undefined if it does not matter. */
  revision: number | undefined
}

interface Growth {
  app: string
  changes: (Change | GuardChange)[]
  reason: string | undefined
}

/** A first share up to this is free: it has to begin somewhere, and few visitors are lost by it. */
const maxFirstWeight = fullWeight / 4

/**
 * Refuses to give a candidate to more visitors than the guard would, or to many at once, unless it
 * is forced with a reason. Undefined for all that needs no evidence.
 */
export async function requireEvidence(
  context: RegistryContext,
  { app, changes, reason = '' }: Growth,
): Promise<GrowthEvidence | undefined> {
  const isForced = changes.some((change) => 'force' in change && change.force)
  if (isForced && reason.trim() === '')
    throw new Refusal('validation_failed', 'A forced change needs a reason.')
  const { queries } = context.database
  const channel = (await findChannel(queries, app)) ?? emptyChannel(app)
  const growing = findGrowth(channel, changes)
  if (growing === undefined) return undefined
  if (isFree(channel, growing))
    return { figures: await readUnjudged(context, channel), revision: undefined }
  const judged = await judgeRollout(queries, channel)
  refuseUnproven(channel, growing, judged)
  return { figures: judged?.figures, revision: channel.revision }
}

/** Whether these changes of the channel are refused without evidence. */
export function needsEvidence(channel: Channel, changes: Growth['changes']): boolean {
  const growing = findGrowth(channel, changes)
  return growing !== undefined && !isFree(channel, growing)
}

/** The change that gives a release to more visitors than may have it at once. */
const findGrowth = (channel: Channel, changes: Growth['changes']) =>
  changes.find((change) => flagNameOf(channel.app) === undefined && isGrowth(channel, change))

function isGrowth(channel: Channel, change: Change | GuardChange): boolean {
  const { candidate, weight } = channel
  if (change.type === 'promote') return candidate !== null
  if (change.type === 'advance') return nextStepOf(channel) !== undefined
  if (change.type !== 'rollout') return false
  if (change.version === candidate) return change.weight > weight
  if (candidate !== null && change.replace !== true) return false
  // The first release of an app takes the place of none.
  const isFirst = candidate === null && stableOf(channel) === undefined
  return !isFirst && change.weight > maxWeightOfNew(channel)
}

/** A hotfix has the visitors of the candidate that it replaces at most. */
const maxWeightOfNew = ({ candidate, weight }: Channel): number =>
  candidate === null ? maxFirstWeight : Math.min(maxFirstWeight, weight)

const isFree = (channel: Channel, change: Change | GuardChange): boolean =>
  ('force' in change && change.force === true) || isObserved(channel, change)

/** Whether the guard only observes; of a candidate that visitors have already, before it and after. */
function isObserved(channel: Channel, change: Change | GuardChange): boolean {
  if (change.type !== 'rollout') return channel.isObserved
  if (change.version !== channel.candidate) return change.isObserved === true
  return channel.isObserved && change.isObserved !== false
}

function refuseUnproven(
  channel: Channel,
  change: Change | GuardChange,
  judged: Judged | undefined,
): void {
  const { app, candidate } = channel
  const version = change.type === 'rollout' ? change.version : candidate
  const isNew = version !== candidate
  if (judged?.judgement.verdict === 'grow' && !isNew) return
  const unknown = 'no visitor has been counted with it yet'
  const reason = isNew ? unknown : (judged?.judgement.reason ?? unknown)
  const share = showShare(maxWeightOfNew(channel))
  throw new Refusal(
    'needs_force',
    `${app} ${version} is not given to more visitors: ${reason}. ${isNew ? `Begin with ${share} at most` : 'Wait'}, or give a reason: --force --reason "…"`,
  )
}

/** For the history; a change that nobody judges must be possible while the figures cannot be read. */
async function readUnjudged(
  { database, logError }: RegistryContext,
  channel: Channel,
): Promise<Figures | undefined> {
  try {
    return (await judgeRollout(database.queries, channel))?.figures
  } catch (error) {
    logError('the figures of a rollout could not be read', error, { app: channel.app })
    return undefined
  }
}
