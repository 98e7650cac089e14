import { flagDefinitions } from '@errand/contract/flags'
import type { Command } from 'commander'

import { flagPrefix, stableOf } from '../../rollouts/channel.ts'
import { appsAnswer, type ChannelAnswer } from '../answers.ts'
import { table } from '../output.ts'
import { openSession } from '../session.ts'
import { showShare } from '../share.ts'

/** After so many days a flag is debt: its feature is for everybody or for nobody. */
const staleDays = 90
const dayMs = 24 * 60 * 60 * 1000

/** Which features are flagged, for whom they are on, and which flags should be gone. */
export function addFlagsCommand(program: Command): void {
  program
    .command('flags')
    .description('lists the feature flags, and which of them should be taken out of the code')
    .addHelpText('after', '\nExamples:\n  errand flags\n  errand rollout flag:job-copy on --to 5%')
    .action(async (_options: unknown, command: Command) => {
      const { registry, output } = openSession(command)
      const { apps } = await registry.get('/apps', appsAnswer)
      const channels = new Map(apps.map(({ app, channel }) => [app, channel]))
      const flags = Object.entries(flagDefinitions).map(([name, definition]) => ({
        name,
        ...definition,
        state: stateOf(channels.get(`${flagPrefix}${name}`)),
        isStale: Date.now() - Date.parse(definition.since) > staleDays * dayMs,
      }))
      const rows = flags.map(({ name, owner, since, state, isStale }) => [
        name,
        state,
        owner,
        since,
        isStale ? 'take it out' : '',
      ])
      output.result(flags, table(['flag', 'on for', 'owner', 'since', ''], rows))
    })
}

function stateOf(channel: ChannelAnswer | undefined): string {
  if (channel === undefined) return 'nobody'
  const base = stableOf(channel) === 'on' ? 'everybody' : 'nobody'
  const { candidate, weight } = channel
  return candidate === null ? base : `${base}, ${candidate} for ${showShare(weight)}`
}
