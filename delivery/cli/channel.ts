import type { Command } from 'commander'
import * as z from 'zod/mini'

import { isPreview } from '../releases/release.ts'
import {
  appAnswer,
  appsAnswer,
  auditAnswer,
  changeAnswer,
  type AppRow,
  type AuditRow,
  type ChannelAnswer,
} from '../rollouts/answers.ts'
import type { Change } from '../rollouts/change.ts'
import {
  channelSchema,
  emptyChannel,
  fullWeight,
  stableOf,
  type Channel,
  showShare,
} from '../rollouts/channel.ts'
import { CommandError, exitCodes, formatMoment, table } from './output.ts'
import { describeNextStep } from './plans.ts'
import type { Session } from './session.ts'

interface ChangeOptions {
  reason?: string
  dryRun?: boolean
  expect?: string
}

/** A change of an app's channel, based on the channel that the caller has seen. */
interface RequestedChange {
  seen: ChannelAnswer
  change: Change
  /** Printed before the outcome. */
  preface?: string
}

/** The current state of an app or a feature flag. */
export async function readApp({ registry }: Session, app: string): Promise<AppRow> {
  const { apps } = await registry.get('/apps', appsAnswer)
  // A feature flag that was never changed; an unknown app is refused later, with the change.
  const unknown = { channel: { ...emptyChannel(app), changedAt: null }, fitsHost: true }
  const unseen = { failing: [], damaged: [], signals: [] }
  return apps.find((candidate) => candidate.app === app) ?? { app, ...unknown, ...unseen }
}

/** The current channel of an app or a feature flag. */
export const readChannel = async (session: Session, app: string): Promise<ChannelAnswer> =>
  (await readApp(session, app)).channel

/** For how many of its visitors a release fails, in a few words. */
export function describeFailing({ failing }: Pick<AppRow, 'failing'>, version: string): string {
  const row = failing.find((one) => one.version === version)
  return row === undefined ? '' : `failed for ${row.failed} of ${row.visitors} visitors`
}

/** The audit log of an app, newest first. */
export async function readAudit({ registry }: Session, app: string): Promise<AuditRow[]> {
  const query = new URLSearchParams({ app, limit: '1000' })
  return (await registry.get(`/audit?${query.toString()}`, auditAnswer)).audit
}

/**
 * Changes exactly the channel that was seen: a caller who was slower is shown the changes in
 * between.
 */
export async function changeChannel(
  session: Session,
  command: Command,
  { seen, change, preface = '' }: RequestedChange,
): Promise<void> {
  const { reason, dryRun = false, expect = String(seen.revision) } = command.opts<ChangeOptions>()
  const { app } = seen
  try {
    const { warning, ...channel } = await session.registry.post(
      `/apps/${app}/changes`,
      changeAnswer,
      {
        body: { change, reason, isDryRun: dryRun },
        headers: { 'if-match': `"${expect}"` },
        action: dryRun ? undefined : `The ${change.type}`,
      },
    )
    const outcome = `${preface}${describeChannel(channel)}`
    session.output.result(
      { ...channel, isChanged: !dryRun, warning },
      dryRun ? `Would be: ${outcome}` : outcome,
    )
    if (warning !== undefined) session.output.progress(warning)
  } catch (error) {
    if (!(error instanceof CommandError) || error.exitCode !== exitCodes.conflict) throw error
    const later = (await readAudit(session, app)).filter((row) => revisionOf(row) > Number(expect))
    throw new CommandError('conflict', `${error.message}\n\n${historyTable(later)}`)
  }
}

const revisionOf = ({ after }: AuditRow): number =>
  channelSchema.safeParse(after).data?.revision ?? 0

/**
 * Which stable releases the stable host cannot run, in a sentence; undefined if it runs them all.
 */
export function describeMisfits(apps: AppRow[]): string | undefined {
  const lost = apps.filter(({ fitsHost }) => !fitsHost)
  const nameOf = ({ app, channel }: AppRow) => `${app} ${stableOf(channel)}`
  const host = apps.find(({ app }) => app === 'host')
  if (lost.length === 0 || host === undefined) return undefined
  const names = lost.map((row) => nameOf(row)).join(', ')
  return `${nameOf(host)} cannot run ${names}: whoever has this host is given a release that fits, or none.`
}

/** A channel in a sentence. */
export function describeChannel(channel: ChannelAnswer): string {
  const { app, candidate, weight, isObserved } = channel
  const stable = stableOf(channel)
  if (candidate === null)
    return stable === undefined
      ? `Nobody runs ${app} any more.`
      : `Everybody runs ${app} ${stable}.`
  const others = `the others ${stable ?? 'have none'}`
  const rest = weight < fullWeight ? others : 'which is not promoted yet'
  const notes = [describePlanBriefly(channel), isObserved ? 'The guard only observes.' : '']
  return [`${showShare(weight)} of visitors run ${app} ${candidate}, ${rest}.`, ...notes]
    .filter((note) => note !== '')
    .join(' ')
}

function describePlanBriefly(channel: Channel): string {
  if (channel.plan?.isPaused === true) return 'Its plan is paused.'
  const next = describeNextStep(channel)
  return next === undefined ? '' : `Next: ${next}.`
}

/** The audit log as a table. */
export const historyTable = (rows: AuditRow[]): string =>
  table(
    ['when', 'who', 'app', 'what', 'why'],
    rows.map((row) => [
      formatMoment(row.at),
      row.actor,
      row.app,
      `${row.action} ${detailOf(row)}`.trim(),
      row.reason ?? '',
    ]),
  )

/** What the guard does without changing who runs what. */
const noteActions = new Set(['hold', 'would hold', 'would stop'])

const versionedSchema = z.object({ version: z.string() })

/** The most important detail of the state after a change. */
function detailOf({ action, before, after }: AuditRow): string {
  const channel = channelSchema.safeParse(after).data
  if (channel === undefined) return versionedSchema.safeParse(after).data?.version ?? ''
  const earlier = channelSchema.safeParse(before).data
  if (action === 'pin' || action === 'unpin') return changedPins(earlier?.pins, channel.pins)
  const { candidate, weight, plan } = channel
  if (noteActions.has(action)) return `${candidate} at ${showShare(weight)}`
  if (action === 'kill' && candidate !== null) return channel.revoked.at(-1) ?? ''
  if (candidate === null) {
    const gone = { stop: earlier?.candidate, kill: channel.revoked.at(-1) }[action]
    return `${gone ?? ''} → ${stableOf(channel) ?? 'nothing'}`.trim()
  }
  const isByPlan = action === 'rollout' && plan?.isPaused === false
  const shares = plan?.steps.map((step) => showShare(step.weight)).join(' → ')
  const planNote = isByPlan ? `, plan ${plan.name ?? shares}` : ''
  return `→ ${candidate} ${showShare(weight)}${planNote}`
}

function changedPins(before: Channel['pins'] = {}, after: Channel['pins']): string {
  const visitors = Object.keys({ ...before, ...after })
  return visitors
    .filter((visitor) => before[visitor] !== after[visitor])
    .map((visitor) => [visitor, after[visitor]].join(' ').trim())
    .join(', ')
}

/** `latest` is the newest release that is no preview and whose files exist. */
export async function resolveVersion(
  { registry }: Session,
  app: string,
  version: string,
): Promise<string> {
  if (version !== 'latest') return version
  const { releases } = await registry.get(`/apps/${app}`, appAnswer)
  const newest = releases.find(
    (release) => release.deletedAt === null && !isPreview(release.version),
  )
  if (newest !== undefined) return newest.version
  throw new CommandError(
    'refused',
    `${app} has no release; publish one: npx pnpm errand release ${app}`,
  )
}
