import { setTimeout } from 'node:timers/promises'

import type { Command } from 'commander'

import { isPreview } from '../../releases/release.ts'
import {
  appAnswer,
  appsAnswer,
  errorsAnswer,
  type AppAnswer,
  type AppRow,
  type ChannelAnswer,
} from '../../rollouts/answers.ts'
import { maxFallbacks, stableOf, showShare } from '../../rollouts/channel.ts'
import { healthyFirst } from '../../rollouts/evaluator.ts'
import { describeFailing, describeMisfits, resolveVersion } from '../channel.ts'
import { describeGuard, isHeld } from '../guard.ts'
import { CommandError, exitCodes, formatMoment, table, type Output } from '../output.ts'
import { describePlan } from '../plans.ts'
import { openSession, type Session } from '../session.ts'
import { describeSignals, errorTable } from '../signal.ts'

const statusHelp = `
Of a rollout it says what became of the pages that each release was given:
  ready      the share that could be used; those whose visitor left before are not counted
  failed     they said so, and below the table why
  silent     they said nothing for a minute: white, or hanging
  fallbacks  of those that failed, where an earlier release took the place
  later      they failed after they were ready

The guard judges by visitors, each once a day, by the first page of the release:
  counted        their page was ready, failed or was silent
  failed         the release failed
  files missing  a file of it did not arrive
  left           besides, before the page was ready

Examples:
  errand status
  errand status remote-jobs --json
  errand status remote-jobs --watch`

/** Which releases run, for whom, and how they do. */
export function addStatusCommand(program: Command): void {
  program
    .command('status [app]')
    .description('says which releases run and how a rollout does, of all apps or of one')
    .option('--watch', 'again every 2 seconds, until Ctrl-C')
    .addHelpText('after', statusHelp)
    .action(async (app: string | undefined, options: { watch?: boolean }, command: Command) => {
      const session = openSession(command)
      const read = () => (app === undefined ? readAll(session) : readOne(session, app))
      const { value, text } = await read()
      session.output.result(value, text)
      if (options.watch) await watch(session.output, read)
    })
}

interface Status {
  value: unknown
  text: string
}

async function readAll({ registry }: Session): Promise<Status> {
  const { apps } = await registry.get('/apps', appsAnswer)
  const parts = [
    channelTable(apps),
    describeMisfits(apps),
    ...apps.map((row) => describeDamage(row)),
    ...apps.map((row) => describeProgress(row)),
  ]
  return { value: apps, text: inParagraphs(parts) }
}

async function readOne({ registry }: Session, app: string): Promise<Status> {
  const answer = await registry.get(`/apps/${app}`, appAnswer)
  const parts = [
    channelTable([answer]),
    describeProgress(answer),
    releaseTable(answer),
    describeDamage(answer),
  ]
  return { value: answer, text: inParagraphs(parts) }
}

const inParagraphs = (parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join('\n\n')

const watchMs = 2_000

/** Goes on until the process is ended; a registry that is away for a moment ends nothing. */
async function watch(output: Output, read: () => Promise<Status>): Promise<never> {
  for (;;) {
    await setTimeout(watchMs)
    const status = await read().catch((error: unknown) => {
      if (!(error instanceof CommandError) || error.exitCode !== exitCodes.unreachable) throw error
      return error.message
    })
    output.startAgain()
    if (typeof status === 'string') output.progress(status)
    else output.result(status.value, status.text)
  }
}

/** The uncaught errors of an app's releases. */
export function addErrorsCommand(program: Command): void {
  program
    .command('errors <app> [version]')
    .description("lists the uncaught errors of an app's releases, most frequent first")
    .addHelpText(
      'after',
      '\nExamples:\n  errand errors remote-jobs\n  errand errors remote-jobs 1.1.0 --json',
    )
    .action(async (app: string, version: string | undefined, _options, command: Command) => {
      const session = openSession(command)
      const wanted = version && { version: await resolveVersion(session, app, version) }
      const query = new URLSearchParams({ ...wanted }).toString()
      const { errors } = await session.registry.get(`/apps/${app}/errors?${query}`, errorsAnswer)
      session.output.result(
        errors,
        errors.length === 0 ? 'No page has reported an error.' : errorTable(errors),
      )
    })
}

/** What edges cannot serve, one per line. */
function describeDamage({ app, damaged }: Pick<AppRow, 'app' | 'damaged'>): string | undefined {
  const lines = damaged.map(
    ({ version, edge, reason }) => `Edge ${edge} cannot serve all of ${app} ${version}: ${reason}.`,
  )
  return lines.length === 0 ? undefined : lines.join('\n')
}

type Progress = Pick<AppRow, 'app' | 'channel' | 'signals'>

/** How the releases of an app do, what the guard makes of it, and the plan. */
function describeProgress(row: Progress): string | undefined {
  const { app, channel, signals } = row
  const lines = [...describeSignals(signals), ...describeGuard(row), ...describePlan(channel)]
  if (lines.length === 0) return undefined
  const since = signals[0]?.since
  const begun = since === undefined ? '' : ` ${channel.candidate} since ${formatMoment(since)}`
  return [`${app}${begun}`, ...lines].join('\n')
}

function channelTable(apps: Progress[]): string {
  const rows = apps.map((row) => [
    row.app,
    stableOf(row.channel) ?? '–',
    row.channel.candidate ?? '–',
    row.channel.candidate === null ? '–' : showShare(row.channel.weight),
    stateOf(row),
    formatMoment(row.channel.changedAt),
  ])
  return table(['app', 'stable', 'candidate', 'share', 'state', 'changed'], rows)
}

function stateOf(row: Progress): string {
  const { channel } = row
  if (channel.candidate === null) {
    return stableOf(channel) === undefined ? 'nothing runs' : 'everybody'
  }
  if (channel.plan?.isPaused) return 'paused'
  if (channel.isObserved) return 'observed'
  return isHeld(row) ? 'held' : 'rolling out'
}

/** Nothing for a feature flag, which has no releases of its own. */
function releaseTable(answer: AppAnswer): string | undefined {
  const { releases, channel } = answer
  if (releases.length === 0) return undefined
  const isFailing = (version: string) => describeFailing(answer, version) !== ''
  const earlier = healthyFirst(channel.lineage.slice(1), isFailing)
  const fallbacks = new Set(earlier.slice(0, maxFallbacks))
  const rows = releases.map(({ version, publishedAt, publishedBy, commit, deletedAt }) => [
    version,
    formatMoment(publishedAt),
    publishedBy,
    commit?.slice(0, 12) ?? '–',
    [
      roleOf(version, channel, deletedAt) || (fallbacks.has(version) ? 'fallback' : ''),
      describeFailing(answer, version),
    ]
      .filter((word) => word !== '')
      .join(', '),
  ])
  return table(['release', 'published', 'by', 'commit', ''], rows)
}

function roleOf(version: string, channel: ChannelAnswer, deletedAt: string | null): string {
  if (channel.revoked.includes(version)) return 'killed'
  if (deletedAt !== null) return 'deleted'
  if (version === stableOf(channel)) return 'stable'
  if (version === channel.candidate) return 'candidate'
  if (channel.stopped.includes(version)) return 'taken back'
  if (isPreview(version)) return 'preview'
  return ''
}
