import type { Command } from 'commander'

import { longestTicketSeconds, type Ticket } from '../../rollouts/ticket.ts'
import { parseDuration } from '../duration.ts'
import { CommandError } from '../errors.ts'
import { describeLocalRemote } from '../local-remote.ts'
import { resolveVersion } from '../resolve-version.ts'
import { openSession, type Session } from '../session.ts'
import { makeTicketLink } from '../ticket-link.ts'

const oneHour = 60 * 60

interface OverrideOptions {
  for: number
  path: string
}

/** A release, or a remote on the own machine, in one tab before any rollout gives it to anybody. */
export function addOverrideCommand(program: Command): void {
  program
    .command('override <app> <version>')
    .description('makes a link that opens a release in one tab, for a short time')
    .option('--for <time>', 'how long, such as 30m or 2h; at most 7d', parseDuration, oneHour)
    .option('--path <path>', 'the page to open', '/')
    .addHelpText(
      'after',
      '\nIn place of a version it takes the address of a development server on your machine, for at most 8h.' +
        '\n\nExamples:\n  errand override remote-jobs latest --for 2h --path /jobs' +
        '\n  errand override remote-jobs http://localhost:3001 --path /jobs',
    )
    .action(async (app: string, version: string, options: OverrideOptions, command: Command) => {
      const session = openSession(command)
      const wanted = await readWanted(session, app, version)
      const { for: seconds, path } = options
      if (seconds > longestTicketSeconds(wanted)) throw new CommandError('usage', tooLong(wanted))
      const link = await makeTicketLink(session, { ...wanted, seconds, path })
      session.output.result({ app, version: wanted.apps[app] ?? version, ...link }, link.url)
    })
}

type Wanted = Pick<Ticket, 'apps' | 'local'>

async function readWanted(session: Session, app: string, version: string): Promise<Wanted> {
  if (/^\w+:\/\//.test(version))
    return { apps: {}, local: { [app]: describeLocalRemote(session.root, app, version) } }
  return { apps: { [app]: await resolveVersion(session, app, version) }, local: {} }
}

const tooLong = (wanted: Wanted): string =>
  `This link may be for at most ${longestTicketSeconds(wanted) / oneHour} hours.`
