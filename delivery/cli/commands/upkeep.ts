import { InvalidArgumentError, type Command } from 'commander'
import * as z from 'zod/mini'

import { defaultKeptDays } from '../../registry/publishing/kept-days.ts'
import { flagNameOf } from '../../rollouts/channel.ts'
import { appsAnswer } from '../answers.ts'
import { CommandError } from '../errors.ts'
import { nothing } from '../registry-client.ts'
import { openSession, type Session } from '../session.ts'

const collectAnswer = z.object({ versions: z.array(z.string()), inUse: z.array(z.string()) })

interface CollectOptions {
  olderThan: number
  unseen: number
  force?: boolean
  dryRun?: boolean
}

const examples = `
Examples:
  errand gc --older-than 30 --dry-run
  errand gc remote-jobs 1.4.0 --force     pages that run it are told to reload`

/** What keeps the disk from filling. */
export function addUpkeepCommands(program: Command): void {
  program
    .command('gc [app] [version]')
    .description('deletes the files of old releases that nobody is given and no open page runs')
    .option('--older-than <days>', 'only those that are older', parseDays, defaultKeptDays)
    .option(
      '--unseen <days>',
      'only those that no page ran for so long',
      parseDays,
      defaultKeptDays,
    )
    .option('--force', 'deletes this one version although pages run it')
    .option('--dry-run', 'says what it would delete, and does not do it')
    .addHelpText('after', examples)
    .action(
      async (
        app: string | undefined,
        version: string | undefined,
        options: CollectOptions,
        command: Command,
      ) => {
        const session = openSession(command)
        if (app === undefined || version === undefined) {
          if (options.force)
            throw new CommandError('usage', 'Name the version that --force deletes.')
          return collect(session, app === undefined ? await listApps(session) : [app], options)
        }
        for (const name of ['dryRun', 'olderThan', 'unseen'])
          if (command.getOptionValueSource(name) === 'cli')
            throw new CommandError('usage', 'Only --force goes with a version.')
        return deleteOne(session, app, version, options.force ?? false)
      },
    )
}

interface Named {
  app: string
  version: string
}

async function collect(session: Session, apps: string[], options: CollectOptions): Promise<void> {
  const { olderThan, unseen, dryRun = false } = options
  const body = { olderThanDays: olderThan, unseenDays: unseen, isDryRun: dryRun }
  const deleted: Named[] = []
  const inUse: Named[] = []
  for (const app of apps) {
    const answer = await session.registry.post(`/apps/${app}/gc`, collectAnswer, { body })
    deleted.push(...answer.versions.map((version) => ({ app, version })))
    inUse.push(...answer.inUse.map((version) => ({ app, version })))
  }
  const text = [
    ...(deleted.length === 0 ? ['Nothing to delete.'] : []),
    ...list(dryRun ? 'Would be deleted:' : 'Deleted:', deleted),
    ...list('Kept, as open pages run them:', inUse),
  ].join('\n')
  session.output.result({ deleted, inUse }, text)
}

const list = (heading: string, releases: Named[]): string[] =>
  releases.length === 0 ? [] : [heading, ...releases.map(({ app, version }) => `${app} ${version}`)]

async function deleteOne(session: Session, app: string, version: string, isForced: boolean) {
  const path = `/apps/${app}/releases/${encodeURIComponent(version)}${isForced ? '?force' : ''}`
  await session.registry.send('DELETE', path, nothing)
  session.output.result({ deleted: [{ app, version }], inUse: [] }, `Deleted ${app} ${version}.`)
}

async function listApps({ registry }: Session): Promise<string[]> {
  const { apps } = await registry.get('/apps', appsAnswer)
  return apps.map(({ app }) => app).filter((app) => flagNameOf(app) === undefined)
}

function parseDays(text: string): number {
  const days = Number(text)
  if (text !== '' && days >= 0) return days
  throw new InvalidArgumentError('A number of days, such as 14.')
}
