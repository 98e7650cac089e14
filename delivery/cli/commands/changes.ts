import { flagDefinitions } from '@errand/contract/flags'
import { InvalidArgumentError, type Command } from 'commander'

import { appsAnswer, type AuditRow } from '../../rollouts/answers.ts'
import type { Change } from '../../rollouts/change.ts'
import {
  armSchema,
  channelSchema,
  flagNameOf,
  mayRunNothing,
  stableOf,
  type Channel,
} from '../../rollouts/channel.ts'
import { healthyFirst } from '../../rollouts/evaluator.ts'
import {
  changeChannel,
  describeChannel,
  describeFailing,
  describeMisfits,
  readApp,
  readAudit,
  readChannel,
  resolveVersion,
} from '../channel.ts'
import { CommandError, formatMoment, parseShare } from '../output.ts'
import { resolvePlan } from '../plans.ts'
import { openSession, type Session } from '../session.ts'

interface RolloutOptions extends ForceOptions {
  to?: number
  plan?: string
  observe?: boolean
  replace?: boolean
}

interface ForceOptions {
  force?: boolean
  reason?: string
}

/** Commands that change the channel of an app or a feature flag. */
export function addChangeCommands(program: Command): void {
  addForcibleCommand(
    program,
    'rollout <app> <version>',
    'gives a release to a part of the visitors',
  )
    .option(
      '--to <share>',
      'how many of them, such as 5%; a new release begins with 25% at most',
      parseShare,
    )
    .option(
      '--plan <plan>',
      'or how the share grows by itself: 1%:30m,5%:1h,100%, or a name of errand.json',
    )
    .option('--observe', 'has the guard say what it would do, and not do it')
    .option('--no-observe', 'has the guard act again')
    .option('--replace', 'takes the place of another candidate, and its visitors')
    .addHelpText(
      'after',
      `
Examples:
  errand rollout remote-jobs latest --to 5%
  errand rollout remote-jobs latest --plan 1%:30m,5%:1h,25%:4h,100%
  errand rollout remote-jobs latest --plan careful --observe
  errand rollout remote-jobs 1.5.0 --to 50% --reason "a day without errors"
  errand rollout remote-jobs 1.5.1 --to 50% --replace --force --reason "a hotfix"
  errand rollout flag:job-copy on --to 10%`,
    )
    .action(async (app: string, version: string, options: RolloutOptions, command: Command) => {
      refuseUnexplained(options)
      const { replace, observe: isObserved, force } = options
      const session = openSession(command)
      const share = readShare(options, session.root)
      const wanted = await resolveVersion(session, app, version)
      const rest = { ...share, replace, isObserved, force }
      await change(app, command, { type: 'rollout', version: wanted, ...rest })
    })
  addForwardCommand(program, 'promote', 'gives the release that is being rolled out to everybody')
  addForwardCommand(program, 'advance', 'takes the next step of a plan now')
  addRollbackAction(
    addChangeCommand(
      program,
      'rollback <app>',
      'ends the rollout; without one, goes back to the last release that does not fail for its visitors',
    ),
  )
  addSimpleCommand(program, 'pause', 'keeps a plan from taking its next step')
  addSimpleCommand(program, 'resume', 'lets a paused plan go on; its current step begins anew')
  addChangeCommand(
    program,
    'kill <app> <version>',
    'takes a release from everybody at once, for good',
  )
    .addHelpText('after', '\nExample:\n  errand kill remote-jobs 1.5.0 --reason "leaks names"')
    .action(async (app: string, version: string, _options: unknown, command: Command) => {
      const wanted = await resolveVersion(openSession(command), app, version)
      const preface = `Nobody runs ${app} ${wanted} any more. `
      await change(app, command, { type: 'kill', version: wanted }, () => preface)
    })
  addPinCommands(program)
}

function addPinCommands(program: Command): void {
  addChangeCommand(
    program,
    'pin <app> <visitor> [arm]',
    'gives a visitor the candidate, or the stable one',
  )
    .addHelpText('after', '\nExample:\n  errand pin remote-jobs vAyIaUH1s0E321W9CR-sLk candidate')
    .action(
      (app: string, visitor: string, word: string | undefined, _: unknown, command: Command) => {
        const arm = armSchema.safeParse(word ?? 'candidate')
        if (!arm.success) throw new CommandError('usage', 'An arm is "stable" or "candidate".')
        return change(app, command, { type: 'pin', visitor, arm: arm.data }, ({ candidate }) => {
          const when = candidate === null ? 'as soon as a rollout begins' : 'from now on'
          return `${visitor} is given the ${arm.data} release ${when}. `
        })
      },
    )
  addChangeCommand(program, 'unpin <app> <visitor>', 'lets a visitor have what others have').action(
    (app: string, visitor: string, _options: unknown, command: Command) =>
      change(app, command, { type: 'unpin', visitor }, () => `${visitor} is pinned no more. `),
  )
}

function addSimpleCommand(program: Command, type: 'pause' | 'resume', description: string): void {
  addChangeCommand(program, `${type} <app>`, description).action(
    (app: string, _options: unknown, command: Command) => change(app, command, { type }),
  )
}

function addForwardCommand(
  program: Command,
  type: 'promote' | 'advance',
  description: string,
): void {
  addForcibleCommand(program, `${type} <app>`, description).action(
    async (app: string, options: ForceOptions, command: Command) => {
      refuseUnexplained(options)
      await change(app, command, { type, force: options.force })
    },
  )
}

/** What gives a release to more visitors, which the guard may refuse. */
const addForcibleCommand = (program: Command, usage: string, description: string): Command =>
  addChangeCommand(program, usage, description).option(
    '--force',
    'although the guard holds, has not seen enough or took it back, or above 25% at once; needs --reason',
  )

function refuseUnexplained({ force = false, reason = '' }: ForceOptions): void {
  if (force && reason.trim() === '')
    throw new CommandError('usage', '--force overrules the guard: say why with --reason.')
}

/** The share, or the plan and the share that it begins with. */
function readShare({ to, plan: text }: RolloutOptions, root: string) {
  if ((to === undefined) === (text === undefined))
    throw new CommandError('usage', 'Say who gets it: either --to 5%, or --plan with its steps.')
  if (to !== undefined) return { weight: to }
  const plan = resolvePlan(root, text ?? '')
  return { weight: plan.steps[0]?.weight ?? 0, plan }
}

const addChangeCommand = (program: Command, usage: string, description: string): Command =>
  program
    .command(usage)
    .description(description)
    .option('--reason <text>', 'why, for the history')
    .option('--dry-run', 'says what it would do, and does not do it')
    .option(
      '--expect <revision>',
      'only if nobody changed the app since this revision, not since now',
      parseRevision,
    )

function parseRevision(text: string): string {
  if (/^\d+$/.test(text)) return text
  throw new InvalidArgumentError('A revision is a number; "errand status <app> --json" has it.')
}

async function change(
  app: string,
  command: Command,
  asked: Change,
  prefaceOf: (seen: Channel) => string = () => '',
): Promise<void> {
  const session = openSession(command)
  warnOfUnknownFlag(session, app)
  const seen = await readChannel(session, app)
  await changeChannel(session, command, { seen, change: asked, preface: prefaceOf(seen) })
}

/** It may be one of a newer working copy; if not, nothing would ever read it. */
function warnOfUnknownFlag({ output }: Session, app: string): void {
  const flag = flagNameOf(app)
  if (flag !== undefined && !Object.hasOwn(flagDefinitions, flag))
    output.progress(`This working copy has no flag ${flag}; "npx pnpm errand flags" lists them.`)
}

/** The actions that change which releases run, unlike a pin or a pause. */
const moveActions = new Set(['rollout', 'promote', 'advance', 'rollback', 'stop', 'kill'])

interface RollbackOptions {
  from?: string
  to?: string
  dryRun?: boolean
}

/** Goes back one step, however often it is called for the same step. */
function addRollbackAction(command: Command): void {
  command
    .option('--from <version>', 'the release to go back from; a second step back needs it')
    .option(
      '--to <version>',
      'the earlier release, instead of the last one that does not fail for its visitors',
    )
    .addHelpText(
      'after',
      `
Examples:
  errand rollback remote-jobs
  errand rollback remote-jobs --from 1.4.0`,
    )
    .action(async (app: string, { from, to: wanted, dryRun = false }: RollbackOptions) => {
      const session = openSession(command)
      const row = await readApp(session, app)
      const { channel: seen } = row
      const last = (await readAudit(session, app)).find(({ action }) => moveActions.has(action))
      if (wasStepTaken(last, from)) {
        return session.output.result(
          { ...seen, isChanged: false },
          `${describeChannel(seen)} ${describeDone(last, seen)}`,
        )
      }
      const running = newestOf(seen)
      if (from !== undefined && from !== running) {
        const state = describeChannel(seen)
        throw new CommandError('conflict', `${app} ${from} is not what would be left. ${state}`)
      }
      const isRollout = seen.candidate !== null
      const earlier = isRollout ? seen.lineage : seen.lineage.slice(1)
      // Ending a rollout affects nobody else: other visitors keep the stable release.
      const to = wanted ?? (isRollout ? earlier : healthyFirst(earlier, isFailing))[0]
      const passed = earlier.slice(0, Math.max(0, earlier.indexOf(to ?? '')))
      const reasons = passed.map((version) => `${version} (${describeFailing(row, version)})`)
      const skippedNote =
        wanted === undefined && passed.length > 0 ? `, past ${reasons.join(', ')}` : ''
      const failingNote = to !== undefined && isFailing(to) ? ` (${describeFailing(row, to)})` : ''
      const preface = `Back from ${running ?? 'nothing'} to ${to ?? 'nothing'}${failingNote}${skippedNote}. `
      await changeChannel(session, command, { seen, change: { type: 'rollback', to }, preface })

      function isFailing(version: string): boolean {
        return describeFailing(row, version) !== ''
      }
      if (app === 'host' && !dryRun) await warnOfMisfits(session)
    })
}

/** A rollback is never refused, but pages may lose what the earlier host cannot run. */
async function warnOfMisfits({ registry, output }: Session): Promise<void> {
  const lost = describeMisfits((await registry.get('/apps', appsAnswer)).apps)
  if (lost !== undefined) output.progress(lost)
}

/** The release that a rollback removes. */
const newestOf = (channel: Channel): string | undefined => channel.candidate ?? stableOf(channel)

/**
 * Whether the last change was this very rollback, or the guard was faster. A command that is
 * repeated, by a retry or from a shell's history, must not go back twice: it meant the release that
 * was running then.
 */
function wasStepTaken(last: AuditRow | undefined, from: string | undefined): last is AuditRow {
  if (last?.action !== 'rollback' && last?.action !== 'stop') return false
  return from === undefined || from === versionBefore(last)
}

function versionBefore({ before }: AuditRow): string | undefined {
  const channel = channelSchema.safeParse(before).data
  return channel && newestOf(channel)
}

function describeDone(last: AuditRow, seen: Channel): string {
  const who = last.action === 'stop' ? 'The guard' : last.actor
  const done = `${who} went back from ${versionBefore(last) ?? 'nothing'} at ${formatMoment(last.at)}.`
  const [stable, older] = seen.lineage
  if (stable === undefined || (older === undefined && !mayRunNothing(seen.app))) return done
  return `${done} One more step: npx pnpm errand rollback ${seen.app} --from ${stable}`
}
