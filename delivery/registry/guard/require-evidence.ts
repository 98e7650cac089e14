import type { Change, GuardChange } from '../../rollouts/change.ts'
import { flagNameOf, type Channel } from '../../rollouts/channel.ts'
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

/**
 * Refuses to give a candidate to more visitors than the guard would, unless it is forced with a
 * reason. The first share of a release is free.
 */
export async function requireEvidence(
  context: RegistryContext,
  { app, changes, reason = '' }: Growth,
): Promise<GrowthEvidence | undefined> {
  const isForced = changes.some((change) => 'force' in change && change.force)
  if (isForced && reason.trim() === '')
    throw new Refusal('validation_failed', 'A forced change needs a reason.')
  if (flagNameOf(app) !== undefined) return undefined
  const { queries } = context.database
  const channel = await findChannel(queries, app)
  if (channel === undefined) return undefined
  const growing = changes.find((change) => isGrowth(channel, change))
  if (growing === undefined || isObserved(channel, growing)) return undefined
  if (isForced) return { figures: await readForced(context, channel), revision: undefined }
  const judged = await judgeRollout(queries, channel)
  refuseUnproven(channel, growing, judged)
  return { figures: judged?.figures, revision: channel.revision }
}

/** Whether a change gives a candidate that visitors have already, or its hotfix, to more of them. */
function isGrowth({ candidate, weight }: Channel, change: Change | GuardChange): boolean {
  if (candidate === null) return false
  if (change.type === 'promote' || change.type === 'advance') return true
  if (change.type !== 'rollout') return false
  return change.weight > weight && (change.version === candidate || change.replace === true)
}

/** Whether the guard only observes, before the change and after it. */
const isObserved = (channel: Channel, change: Change | GuardChange): boolean =>
  channel.isObserved &&
  (change.type !== 'rollout' ||
    (change.version === channel.candidate && change.isObserved !== false))

function refuseUnproven(
  { app, candidate }: Channel,
  change: Change | GuardChange,
  judged: Judged | undefined,
): void {
  const version = change.type === 'rollout' ? change.version : candidate
  const isHotfix = version !== candidate
  if (judged?.judgement.verdict === 'grow' && !isHotfix) return
  const unknown = 'no visitor has been counted with it yet'
  const reason = isHotfix ? unknown : (judged?.judgement.reason ?? unknown)
  throw new Refusal(
    'conflict',
    `${app} ${version} is not given to more visitors: ${reason}. Wait, or give a reason: --force --reason "…"`,
  )
}

/** For the history; a forced change must be possible while the figures cannot be read. */
async function readForced(
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
