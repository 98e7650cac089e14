import { InvalidArgumentError, type Command } from 'commander'
import * as z from 'zod/mini'

import { defaultKeptDays } from '../../registry/publishing/collect.ts'
import { flagNameOf } from '../../rollouts/channel.ts'
import { appsAnswer } from '../answers.ts'
import { CommandError } from '../errors.ts'
import { nothing } from '../registry-client.ts'
import { openSession, type Session } from '../session.ts'

const collectAnswer = z.object({ versions: z.array(z.string()) })

interface CollectOptions {
  olderThan: number
  dryRun?: boolean
}

const examples = `
Examples:
  errand gc --older-than 30 --dry-run
  errand gc remote-jobs 1.4.0     whatever its age: pages that run it are told to reload`

/** What keeps the disk from filling. */
export function addUpkeepCommands(program: Command): void {
  program
    .command('gc [app] [version]')
    .description('deletes the files of old releases that nobody is given or falls back on')
    .option('--older-than <days>', 'only those that are older', parseDays, defaultKeptDays)
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
        if (app === undefined || version === undefined)
          return collect(session, app === undefined ? await listApps(session) : [app], options)
        for (const name of ['dryRun', 'olderThan'])
          if (command.getOptionValueSource(name) === 'cli')
            throw new CommandError('usage', 'No option goes with a version.')
        const path = `/apps/${app}/releases/${encodeURIComponent(version)}`
        await session.registry.send('DELETE', path, nothing)
        return session.output.result({ deleted: [{ app, version }] }, `Deleted ${app} ${version}.`)
      },
    )
}

async function collect(session: Session, apps: string[], options: CollectOptions): Promise<void> {
  const { olderThan, dryRun = false } = options
  const body = { olderThanDays: olderThan, isDryRun: dryRun }
  const deleted: { app: string; version: string }[] = []
  for (const app of apps) {
    const { versions } = await session.registry.post(`/apps/${app}/gc`, collectAnswer, { body })
    deleted.push(...versions.map((version) => ({ app, version })))
  }
  const heading = dryRun ? 'Would be deleted:' : 'Deleted:'
  const names = deleted.map(({ app, version }) => `${app} ${version}`)
  const text = names.length === 0 ? 'Nothing to delete.' : [heading, ...names].join('\n')
  session.output.result({ deleted }, text)
}

async function listApps({ registry }: Session): Promise<string[]> {
  const { apps } = await registry.get('/apps', appsAnswer)
  return apps.map(({ app }) => app).filter((app) => flagNameOf(app) === undefined)
}

function parseDays(text: string): number {
  const days = Number(text)
  if (text !== '' && days >= 0) return days
  throw new InvalidArgumentError('A number of days, such as 90.')
}
