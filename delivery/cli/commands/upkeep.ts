import { InvalidArgumentError, type Command } from 'commander'
import * as z from 'zod/mini'

import { defaultKeptDays } from '../../registry/publishing/kept-days.ts'
import { flagNameOf } from '../../rollouts/channel.ts'
import { appsAnswer } from '../answers.ts'
import { openSession, type Session } from '../session.ts'

const collectAnswer = z.object({ versions: z.array(z.string()) })

interface CollectOptions {
  olderThan: number
  dryRun?: boolean
}

/** What keeps the disk from filling. */
export function addUpkeepCommands(program: Command): void {
  program
    .command('gc [app]')
    .description('deletes the files of old releases that nobody is given any more')
    .option('--older-than <days>', 'only those that are older', parseDays, defaultKeptDays)
    .option('--dry-run', 'says what it would delete, and does not do it')
    .addHelpText('after', '\nExample:\n  errand gc --older-than 30 --dry-run')
    .action(async (app: string | undefined, options: CollectOptions, command: Command) => {
      const session = openSession(command)
      const { olderThan, dryRun = false } = options
      const deleted: { app: string; version: string }[] = []
      for (const name of app === undefined ? await listApps(session) : [app]) {
        const { versions } = await session.registry.post(`/apps/${name}/gc`, collectAnswer, {
          body: { olderThanDays: olderThan, isDryRun: dryRun },
        })
        deleted.push(...versions.map((version) => ({ app: name, version })))
      }
      const lines = deleted.map(({ app: of, version }) => `${of} ${version}`)
      const heading = dryRun ? 'Would be deleted:' : 'Deleted:'
      const text = lines.length === 0 ? 'Nothing to delete.' : [heading, ...lines].join('\n')
      session.output.result(deleted, text)
    })
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
