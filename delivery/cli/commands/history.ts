import { InvalidArgumentError, type Command } from 'commander'
import * as z from 'zod/mini'

import { channelSchema, stableOf } from '../../rollouts/channel.ts'
import { auditAnswer } from '../answers.ts'
import { moment, table } from '../output.ts'
import { openSession } from '../session.ts'
import { showShare } from '../share.ts'

/** Who did what, and why. */
export function addHistoryCommand(program: Command): void {
  program
    .command('history [app]')
    .description('says who did what, and why, newest first')
    .option('--limit <count>', 'how many lines', parseLimit, 20)
    .addHelpText('after', '\nExample:\n  errand history remote-jobs --limit 50')
    .action(async (app: string | undefined, options: { limit: number }, command: Command) => {
      const { registry, output } = openSession(command)
      const query = new URLSearchParams({ limit: String(options.limit), ...(app && { app }) })
      const { audit } = await registry.get(`/audit?${query.toString()}`, auditAnswer)
      const rows = audit.map(({ at, actor, app: of, action, reason, after }) => [
        moment(at),
        actor,
        of,
        `${action} ${detailOf(after)}`.trim(),
        reason ?? '',
      ])
      output.result(audit, table(['when', 'who', 'app', 'what', 'why'], rows))
    })
}

const versionedSchema = z.object({ version: z.string() })

/** What is worth knowing of the state after it. */
function detailOf(after: unknown): string {
  const channel = channelSchema.safeParse(after).data
  if (channel === undefined) return versionedSchema.safeParse(after).data?.version ?? ''
  const { candidate, weight } = channel
  return candidate === null
    ? `→ ${stableOf(channel) ?? 'nothing'}`
    : `→ ${candidate} ${showShare(weight)}`
}

function parseLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit
  throw new InvalidArgumentError('From 1 to 1000.')
}
