import { InvalidArgumentError, type Command } from 'commander'

import { auditAnswer } from '../answers.ts'
import { historyTable } from '../history-table.ts'
import { openSession } from '../session.ts'

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
      output.result(audit, historyTable(audit))
    })
}

function parseLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1000) return limit
  throw new InvalidArgumentError('From 1 to 1000.')
}
