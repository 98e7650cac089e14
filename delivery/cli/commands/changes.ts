import type { Command } from 'commander'

import type { Change } from '../../rollouts/change.ts'
import { armSchema } from '../../rollouts/channel.ts'
import { changeChannel, readChannel } from '../change-channel.ts'
import { CommandError } from '../errors.ts'
import { resolveVersion } from '../resolve-version.ts'
import { openSession } from '../session.ts'
import { parseShare } from '../share.ts'
import { addRollbackAction } from './rollback.ts'

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
      const wanted = await resolveVersion(openSession(command), app, version)
      await change(app, command, { type: 'rollout', version: wanted, weight: options.to })
    })
  simple(program, 'promote', 'gives the release that is being rolled out to everybody')
  addRollbackAction(
    changing(
      program,
      'rollback <app>',
      'ends the rollout; without one, goes back to the release before',
    ),
  )
  simple(program, 'pause', 'keeps the share of a rollout from growing')
  simple(program, 'resume', 'lets a paused rollout go on')
  changing(program, 'kill <app> <version>', 'takes a release from everybody at once, for good')
    .addHelpText('after', '\nExample:\n  errand kill remote-jobs 1.5.0 --reason "leaks names"')
    .action(async (app: string, version: string, _options: unknown, command: Command) => {
      const wanted = await resolveVersion(openSession(command), app, version)
      const preface = `Nobody runs ${app} ${wanted} any more. `
      await change(app, command, { type: 'kill', version: wanted }, preface)
    })
  addPinCommands(program)
}

function addPinCommands(program: Command): void {
  changing(program, 'pin <app> <visitor> [arm]', 'gives a visitor the candidate, or the stable one')
    .addHelpText('after', '\nExample:\n  errand pin remote-jobs 5b0c2f candidate')
    .action(
      (app: string, visitor: string, word: string | undefined, _: unknown, command: Command) => {
        const arm = armSchema.safeParse(word ?? 'candidate')
        if (!arm.success) throw new CommandError('usage', 'An arm is "stable" or "candidate".')
        const preface = `${visitor} is given the ${arm.data} release. `
        return change(app, command, { type: 'pin', visitor, arm: arm.data }, preface)
      },
    )
  changing(program, 'unpin <app> <visitor>', 'lets a visitor have what others have').action(
    (app: string, visitor: string, _options: unknown, command: Command) =>
      change(app, command, { type: 'unpin', visitor }, `${visitor} is pinned no more. `),
  )
}

function simple(program: Command, type: 'promote' | 'pause' | 'resume', description: string): void {
  changing(program, `${type} <app>`, description).action(
    (app: string, _options: unknown, command: Command) => change(app, command, { type }),
  )
}

const changing = (program: Command, usage: string, description: string): Command =>
  program
    .command(usage)
    .description(description)
    .option('--reason <text>', 'why, for the history')
    .option('--dry-run', 'says what it would do, and does not do it')
    .option(
      '--expect <revision>',
      'only if nobody changed the app since this revision, not since now',
    )

async function change(app: string, command: Command, asked: Change, preface = ''): Promise<void> {
  const session = openSession(command)
  const seen = await readChannel(session, app)
  await changeChannel(session, command, { seen, change: asked, preface })
}
