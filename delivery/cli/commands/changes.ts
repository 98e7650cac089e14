import type { Command } from 'commander'

import type { Change } from '../../rollouts/change.ts'
import { armSchema, stableOf } from '../../rollouts/channel.ts'
import { channelAnswer, type ChannelAnswer } from '../answers.ts'
import { CommandError } from '../errors.ts'
import { resolveVersion } from '../resolve-version.ts'
import { openSession, type Session } from '../session.ts'
import { parseShare, showShare } from '../share.ts'

interface ChangeOptions {
  reason?: string
  dryRun?: boolean
  expect?: string
}

/** What moves an app's channel, or a feature flag's. */
export function addChangeCommands(program: Command): void {
  changing(program, 'rollout <app> <version>', 'gives a release to a part of the visitors')
    .requiredOption('--to <share>', 'how many of them, such as 5%', parseShare)
    .addHelpText(
      'after',
      `
Examples:
  errand rollout remote-jobs latest --to 5%
  errand rollout remote-jobs 1.5.0 --to 50% --reason "a day without errors"
  errand rollout flag:job-copy on --to 10%`,
    )
    .action(async (app: string, version: string, options: { to: number }, command: Command) => {
      const session = openSession(command)
      const wanted = await resolveVersion(session, app, version)
      await change(session, app, command, { type: 'rollout', version: wanted, weight: options.to })
    })
  simple(program, 'promote', 'gives the release that is being rolled out to everybody')
  simple(program, 'rollback', 'ends the rollout; without one, goes back to the release before')
  simple(program, 'pause', 'keeps the share of a rollout from growing')
  simple(program, 'resume', 'lets a paused rollout go on')
  changing(program, 'kill <app> <version>', 'takes a release from everybody at once, for good')
    .addHelpText('after', '\nExample:\n  errand kill remote-jobs 1.5.0 --reason "leaks names"')
    .action((app: string, version: string, _options: unknown, command: Command) =>
      change(openSession(command), app, command, { type: 'kill', version }),
    )
  addPinCommands(program)
}

function addPinCommands(program: Command): void {
  changing(program, 'pin <app> <visitor> [arm]', 'gives a visitor the candidate, or the stable one')
    .addHelpText('after', '\nExample:\n  errand pin remote-jobs 5b0c2f candidate')
    .action(
      (app: string, visitor: string, word: string | undefined, _: unknown, command: Command) => {
        const arm = armSchema.safeParse(word ?? 'candidate')
        if (!arm.success) throw new CommandError('usage', 'An arm is "stable" or "candidate".')
        return change(openSession(command), app, command, { type: 'pin', visitor, arm: arm.data })
      },
    )
  changing(program, 'unpin <app> <visitor>', 'lets a visitor have what others have').action(
    (app: string, visitor: string, _options: unknown, command: Command) =>
      change(openSession(command), app, command, { type: 'unpin', visitor }),
  )
}

function simple(
  program: Command,
  type: 'promote' | 'rollback' | 'pause' | 'resume',
  description: string,
): void {
  changing(program, `${type} <app>`, description).action(
    (app: string, _options: unknown, command: Command) =>
      change(openSession(command), app, command, { type }),
  )
}

const changing = (program: Command, usage: string, description: string): Command =>
  program
    .command(usage)
    .description(description)
    .option('--reason <text>', 'why, for the history')
    .option('--dry-run', 'says what it would do, and does not do it')
    .option('--expect <revision>', 'only if nobody changed the app since this revision')

async function change(
  session: Session,
  app: string,
  command: Command,
  asked: Change,
): Promise<void> {
  const { reason, dryRun = false, expect } = command.opts<ChangeOptions>()
  const channel = await session.registry.post(`/apps/${app}/changes`, channelAnswer, {
    body: { change: asked, reason, isDryRun: dryRun },
    ...(expect !== undefined && { headers: { 'if-match': `"${expect}"` } }),
  })
  session.output.result(channel, `${dryRun ? 'Would be: ' : ''}${describe(channel)}`)
}

function describe(channel: ChannelAnswer): string {
  const { app, candidate, weight, isPaused } = channel
  const stable = stableOf(channel)
  if (stable === undefined) return `Nobody runs ${app} any more.`
  if (candidate === null) return `Everybody runs ${app} ${stable}.`
  const paused = isPaused ? ' The rollout is paused.' : ''
  return `${showShare(weight)} of visitors run ${app} ${candidate}, the others ${stable}.${paused}`
}
