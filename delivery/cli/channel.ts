import type { Command } from 'commander'
import * as z from 'zod/mini'

import { isPreview } from '../releases/release.ts'
import type { Change } from '../rollouts/change.ts'
import {
  channelSchema,
  emptyChannel,
  fullWeight,
  stableOf,
  type Channel,
} from '../rollouts/channel.ts'
import { CommandError, exitCodes, formatMoment, showShare, table } from './output.ts'
import {
  appAnswer,
  appsAnswer,
  auditAnswer,
  changeAnswer,
  type AppRow,
  type AuditRow,
  type ChannelAnswer,
} from './registry-client.ts'
import type { Session } from './session.ts'

interface ChangeOptions {
  reason?: string
  dryRun?: boolean
  expect?: string
}

/** What is to be done to an app's channel, by somebody who has seen it. */
interface RequestedChange {
  seen: ChannelAnswer
  change: Change
  /** Said before the outcome. */
  preface?: string
}

/** An app or a feature flag as it is now. */
export async function readApp({ registry }: Session, app: string): Promise<AppRow> {
  const { apps } = await registry.get('/apps', appsAnswer)
  // A feature flag that nobody has changed yet; an unknown app is refused with the change.
  const unknown = { channel: { ...emptyChannel(app), changedAt: null }, fitsHost: true }
  return (
    apps.find((candidate) => candidate.app === app) ?? { app, ...unknown, avoided: [], damaged: [] }
  )
}

/** An app's channel, or a feature flag's, as it is now. */
export const readChannel = async (session: Session, app: string): Promise<ChannelAnswer> =>
  (await readApp(session, app)).channel

/** How many of a release's visitors avoid it, in a few words. */
export function describeAvoided({ avoided }: Pick<AppRow, 'avoided'>, version: string): string {
  const row = avoided.find((one) => one.version === version)
  return row === undefined ? '' : `avoided by ${row.avoidedBy} of ${row.visitors} visitors`
}

/** Who did what to an app, newest first. */
export async function readAudit({ registry }: Session, app: string): Promise<AuditRow[]> {
  const query = new URLSearchParams({ app, limit: '1000' })
  return (await registry.get(`/audit?${query.toString()}`, auditAnswer)).audit
}

/** Changes the channel that was seen, and no other: whoever was slower is shown what came between. */
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

/** Which stable releases the stable host cannot run, in a sentence; nothing when it runs them all. */
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
  const { app, candidate, weight, isPaused } = channel
  const stable = stableOf(channel)
  if (candidate === null)
    return stable === undefined
      ? `Nobody runs ${app} any more.`
      : `Everybody runs ${app} ${stable}.`
  const paused = isPaused ? ' The rollout is paused.' : ''
  const others = `the others ${stable ?? 'have none'}`
  const rest = weight < fullWeight ? others : 'which is not promoted yet'
  return `${showShare(weight)} of visitors run ${app} ${candidate}, ${rest}.${paused}`
}

/** Lines of the audit log as people read them. */
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

const versionedSchema = z.object({ version: z.string() })

/** What is worth knowing of the state after it. */
function detailOf({ action, before, after }: AuditRow): string {
  const channel = channelSchema.safeParse(after).data
  if (channel === undefined) return versionedSchema.safeParse(after).data?.version ?? ''
  if (action === 'pin' || action === 'unpin') {
    return changedPins(channelSchema.safeParse(before).data?.pins, channel.pins)
  }
  const { candidate, weight } = channel
  return candidate === null
    ? `→ ${stableOf(channel) ?? 'nothing'}`
    : `→ ${candidate} ${showShare(weight)}`
}

function changedPins(before: Channel['pins'] = {}, after: Channel['pins']): string {
  const visitors = Object.keys({ ...before, ...after })
  return visitors
    .filter((visitor) => before[visitor] !== after[visitor])
    .map((visitor) => [visitor, after[visitor]].join(' ').trim())
    .join(', ')
}

/** `latest` is the newest release whose files are there, and that is no preview. */
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
