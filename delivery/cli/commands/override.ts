import type { Command } from 'commander'
import * as z from 'zod/mini'

import { longestTicketSeconds } from '../../rollouts/ticket.ts'
import { CommandError } from '../errors.ts'
import { resolveVersion } from '../resolve-version.ts'
import { openSession } from '../session.ts'

const ticketAnswer = z.object({ ticket: z.string(), expiresAt: z.string() })
const secondsIn: Record<string, number> = { m: 60, h: 60 * 60 }

/** A release in one tab, before any rollout gives it to anybody. */
export function addOverrideCommand(program: Command): void {
  program
    .command('override <app> <version>')
    .description('makes a link that opens a release in one tab, for a short time')
    .option('--for <time>', 'how long, such as 30m or 2h; at most 8h', '1h')
    .option('--path <path>', 'the page to open', '/')
    .addHelpText('after', '\nExample:\n  errand override remote-jobs latest --for 2h --path /jobs')
    .action(
      async (
        app: string,
        version: string,
        options: { for: string; path: string },
        command: Command,
      ) => {
        const session = openSession(command)
        const wanted = await resolveVersion(session, app, version)
        const body = { apps: { [app]: wanted }, seconds: readSeconds(options.for) }
        const { ticket, expiresAt } = await session.registry.post('/tickets', ticketAnswer, {
          body,
        })
        const url = new URL(options.path, session.edgeUrl)
        url.searchParams.set('ticket', ticket)
        session.output.result({ app, version: wanted, url: url.href, expiresAt }, url.href)
      },
    )
}

function readSeconds(text: string): number {
  const [, count, unit = ''] = /^(\d+)([mh])$/.exec(text) ?? []
  const seconds = Number(count) * (secondsIn[unit] ?? Number.NaN)
  if (seconds >= 1 && seconds <= longestTicketSeconds) return seconds
  throw new CommandError('usage', 'A time is minutes or hours, such as 30m or 2h, at most 8h.')
}
