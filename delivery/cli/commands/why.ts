import type { Command } from 'commander'
import * as z from 'zod/mini'

import { fullWeight } from '../../rollouts/channel.ts'
import { CommandError } from '../errors.ts'
import { table } from '../output.ts'
import { openSession } from '../session.ts'
import { showShare } from '../share.ts'

const whySchema = z.object({
  revision: z.int(),
  apps: z.array(
    z.object({
      app: z.string(),
      arm: z.optional(z.string()),
      runs: z.nullable(z.string()),
      fallbacks: z._default(z.array(z.string()), []),
      rule: z.optional(z.string()),
      reason: z.optional(z.string()),
      weight: z.optional(z.number()),
      bucket: z.nullable(z.number()),
    }),
  ),
})

const help = `
A browser in which a release failed gets an earlier one for an hour; only that browser
knows, and its /why says so.

Example:
  errand why 5b0c2f`

/** Why a visitor runs what. */
export function addWhyCommand(program: Command): void {
  program
    .command('why <visitor>')
    .description('says which releases a visitor gets, what they fall back on, and by which rule')
    .addHelpText('after', help)
    .action(async (visitor: string, _options: unknown, command: Command) => {
      const { edgeUrl, output } = openSession(command)
      const answer = await ask(`${edgeUrl}/why?visitor=${encodeURIComponent(visitor)}`)
      const rows = answer.apps.map(({ app, runs, arm, rule, bucket, weight, fallbacks }) => [
        app,
        runs ?? 'nothing',
        arm ?? '–',
        rule ?? '–',
        bucket === null ? '–' : `${bucket} of ${fullWeight}`,
        showShare(weight ?? 0),
        fallbacks.join(', ') || '–',
      ])
      output.result(
        answer,
        table(['app', 'runs', 'arm', 'rule', 'bucket', 'candidate share', 'falls back on'], rows),
      )
    })
}

async function ask(url: string): Promise<z.infer<typeof whySchema>> {
  const answer = await fetch(url).catch(() => undefined)
  const parsed = whySchema.safeParse(answer?.ok ? await answer.json().catch(() => null) : undefined)
  if (parsed.success) return parsed.data
  const { origin } = new URL(url)
  throw new CommandError(
    'unreachable',
    `The edge at ${origin} does not answer. Start it with "npm start", or name another one with --edge.`,
  )
}
