import type { Command } from 'commander'

import { previewVersion } from '../../build/source-version.ts'
import { longestTicketSeconds, previewDays } from '../../rollouts/ticket.ts'
import { buildApp } from '../build-app.ts'
import { CommandError } from '../errors.ts'
import { openSession } from '../session.ts'
import { makeTicketLink } from '../ticket-link.ts'
import { checkBuild, publish } from './release.ts'

const longestName = 40

/** A branch that others can look at before it is merged. */
export function addPreviewCommand(program: Command): void {
  program
    .command('preview <app> <branch>')
    .description('publishes a branch as a release for looking at, and makes a link that opens it')
    .option('--path <path>', 'the page to open; the app’s first one unless said otherwise')
    .addHelpText(
      'after',
      `\nThe link opens it for ${previewDays} days, as long as its files are kept. No rollout ever gives it to anybody.` +
        '\n\nExample:\n  errand preview remote-jobs pr-12',
    )
    .action(async (app: string, branch: string, options: { path?: string }, command: Command) => {
      const session = openSession(command)
      const name = nameOf(branch)
      const distDir = await buildApp(session, app, (directory) => previewVersion(directory, name))
      const build = await checkBuild(app, distDir)
      await publish(session, build, false)
      const { version } = build.release
      const firstPage = build.release.kind === 'remote' ? build.release.place.mount : '/'
      const apps = { [app]: version }
      const seconds = longestTicketSeconds({ local: {} })
      const link = await makeTicketLink(session, { apps, seconds, path: options.path ?? firstPage })
      session.output.result({ app, version, ...link }, link.url)
    })
}

/** A branch as a part of a version: `feature/New title` is `feature-new-title`. */
function nameOf(branch: string): string {
  const words = branch.toLowerCase().match(/[a-z\d]+/g) ?? []
  const name = words.join('-').slice(0, longestName)
  if (name !== '') return name
  throw new CommandError('usage', `"${branch}" names no branch.`)
}
