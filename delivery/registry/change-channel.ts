import { randomBytes } from 'node:crypto'

import { isPreview, type Release } from '../releases/release.ts'
import {
  RefusedChangeError,
  applyChange,
  type Change,
  type GuardChange,
} from '../rollouts/change.ts'
import { emptyChannel, flagNameOf, stableOf, type Channel } from '../rollouts/channel.ts'
import type { Figures } from '../rollouts/figures.ts'
import type { AuditContext, RegistryContext } from './context.ts'
import { needsEvidence, requireEvidence } from './guard/require-evidence.ts'
import { addNotice } from './notices/send-notices.ts'
import { refuseDamage } from './publishing/damage.ts'
import { liveReleases, refuseLoss, refuseMisfit } from './publishing/live-releases.ts'
import { Refusal, StaleChannelError } from './refusal.ts'
import type { Queries } from './tables/definition.ts'
import {
  addAudit,
  incrementRevision,
  findChannel,
  findRelease,
  findRolloutStart,
  lockApp,
  lockDocument,
  manifestOf,
  saveChannel,
  type ChannelRow,
} from './tables/queries.ts'

/** The requested changes, and the revision that the caller has seen. */
export interface ChangeRequest extends AuditContext {
  /** Applied together or not at all. */
  changes: (Change | GuardChange)[]
  reason: string | undefined
  /** The revision for which the change was meant; any if undefined. */
  seen?: number | undefined
  /** Checks whether the change is possible without making it. */
  isDryRun: boolean
  /** Releases that go to everybody at the same time. */
  alongside?: Release[]
  /** What the guard decided by, if it is the guard that asks. */
  figures?: Figures
}

/** Changes which releases of an app run; every edge follows within a second or two. */
export async function changeChannel(
  context: RegistryContext,
  request: ChangeRequest,
): Promise<ChannelRow> {
  const { app, seen, isDryRun } = request
  const { database } = context
  // Before the transaction: other changes would have to wait for reading files and figures.
  await refuseDamage(context, app, request.changes)
  const evidence = request.figures ? undefined : await requireEvidence(context, request)
  return database.transaction(async (queries) => {
    // One change at a time for all apps: what was checked must still be true at the end.
    await lockDocument(queries)
    const { changedAt, ...channel } =
      (await findChannel(queries, app)) ?? (await createChannel(queries, app, isDryRun))
    if (seen !== undefined && seen !== channel.revision)
      throw new StaleChannelError(channel, changedAt)
    // What was judged must be what grows, and what needed no evidence must still need none.
    const isUnjudged =
      evidence === undefined
        ? request.figures === undefined && needsEvidence(channel, request.changes)
        : evidence.revision !== undefined && evidence.revision !== channel.revision
    if (isUnjudged) throw new StaleChannelError(channel, changedAt)
    const figures = request.figures ?? evidence?.figures
    const next = await applyChanges(queries, channel, { ...request, ...(figures && { figures }) })
    if (!isDryRun)
      await addNotice(queries, context.notices, { ...request, before: channel, after: next })
    return isDryRun ? { ...next, changedAt } : putChannel(queries, next)
  })
}

async function applyChanges(
  queries: Queries,
  channel: Channel,
  { app, actor, changes, reason, alongside = [], isDryRun, figures }: ChangeRequest,
): Promise<Channel> {
  let current = channel
  for (const change of changes) {
    if (change.type === 'rollout') {
      await checkRollout(queries, app, change.version, alongside)
      if (!change.replace) await refuseOverlap(queries, current, change.version)
    }
    if (change.type === 'kill') await checkKill(queries, app, change.version)
    const next = apply(current, change)
    if (!isDryRun) {
      const row = { actor, app, action: actionOf(current, change), before: current, after: next }
      await addAudit(queries, { ...row, reason: reason ?? null, figures: figures ?? null })
    }
    current = next
  }
  // A rollback is never refused: it was requested because of something worse.
  const isForward = changes.some(({ type }) => forwardTypes.has(type))
  // Nobody loses an app that only its first visitors have.
  const isCommon = stableOf(current) !== undefined
  if (isForward && isCommon) {
    const after = await liveReleases(queries, { changed: [current], alongside })
    refuseLoss(app, after, await liveReleases(queries, { alongside }))
  }
  return current
}

const forwardTypes = new Set<string>(['rollout', 'promote', 'advance'])

/** What the history says that was done; of an observed rollout, what the guard would have done. */
function actionOf({ isObserved }: Channel, { type }: Change | GuardChange): string {
  return isObserved && (type === 'stop' || type === 'hold') ? `would ${type}` : type
}

function apply(channel: Channel, change: Change | GuardChange): Channel {
  try {
    return applyChange(channel, change, randomBytes(6).toString('hex'))
  } catch (error) {
    if (!(error instanceof RefusedChangeError)) throw error
    throw new Refusal('conflict', error.message)
  }
}

async function checkRollout(
  queries: Queries,
  app: string,
  version: string,
  alongside: Release[],
): Promise<void> {
  if (flagNameOf(app) !== undefined) return
  if (isPreview(version)) {
    throw new Refusal('conflict', `${app} ${version} is only for looking at; release its source.`)
  }
  const row = await findRelease(queries, app, version)
  if (row === undefined) {
    throw new Refusal('conflict', `${app} ${version} is not published; release it first.`)
  }
  if (row.deletedAt !== null) {
    throw new Refusal('conflict', `The files of ${app} ${version} were deleted; release it again.`)
  }
  refuseMisfit(manifestOf(row), await liveReleases(queries, { alongside }))
}

/** Two rollouts of one app: the second would end the one that somebody else is watching. */
async function refuseOverlap(
  queries: Queries,
  { app, candidate }: Channel,
  version: string,
): Promise<void> {
  if (candidate === null || candidate === version) return
  const start = await findRolloutStart(queries, app, candidate)
  const startedBy =
    start === undefined ? '' : `, started by ${start.actor} on ${formatMoment(start.at)}`
  throw new Refusal(
    'conflict',
    `A rollout of ${app} ${candidate} is under way${startedBy}. End it by "rollback" or "promote", or take its place with --replace.`,
  )
}

const formatMoment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** A mistyped version would be killed silently, and the bad one would stay. */
async function checkKill(queries: Queries, app: string, version: string): Promise<void> {
  if (flagNameOf(app) !== undefined || (await findRelease(queries, app, version))) return
  throw new Refusal('conflict', `${app} has no release ${version}; look at its status.`)
}

/** The channel before its first change: a flag is off, an app has no release. */
async function createChannel(
  queries: Queries,
  app: string,
  isDryRun: boolean,
): Promise<ChannelRow> {
  const changedAt = new Date()
  if (flagNameOf(app) === undefined) return { ...emptyChannel(app), changedAt }
  if (!isDryRun) await lockApp(queries, app)
  return { ...emptyChannel(app), lineage: ['off'], changedAt }
}

/** Puts a channel in the place of the one before. */
export async function putChannel(queries: Queries, channel: Channel): Promise<ChannelRow> {
  const row = { ...channel, changedAt: new Date() }
  await saveChannel(queries, row)
  await incrementRevision(queries)
  return row
}
