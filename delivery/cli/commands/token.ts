import { InvalidArgumentError, type Command } from 'commander'
import * as z from 'zod/mini'

import { formatMoment } from '../output.ts'
import { openSession } from '../session.ts'

const tokenAnswer = z.object({
  token: z.string(),
  expiresAt: z.string(),
  consoleUrl: z.optional(z.string()),
})

const maxHours = 24

/** The way into the console. */
export function addTokenCommand(program: Command): void {
  program
    .command('token')
    .description('makes a token that signs in to the console, and expires')
    .option('--hours <hours>', 'how long it is valid; at most 24', parseHours, 8)
    .addHelpText(
      'after',
      '\nIt may do what your own token may, but make no other tokens and keys. It ends with your own.' +
        '\n\nExample:\n  errand token --hours 2 | pbcopy',
    )
    .action(async ({ hours }: { hours: number }, command: Command) => {
      const { registry, output } = openSession(command)
      const body = { seconds: Math.ceil(hours * 60 * 60) }
      const answer = await registry.post('/tokens', tokenAnswer, { body })
      const { token, expiresAt, consoleUrl } = answer
      const where = consoleUrl === undefined ? 'the console' : consoleUrl
      output.progress(`Signs in to ${where} until ${formatMoment(expiresAt)}.`)
      output.result(answer, token)
    })
}

function parseHours(text: string): number {
  const hours = Number(text)
  if (hours > 0 && hours <= maxHours) return hours
  throw new InvalidArgumentError(`A number of hours up to ${maxHours}, such as 8.`)
}
