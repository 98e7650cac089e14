import type { Command } from 'commander'

import { maxFallbacks, stableOf } from '../../rollouts/channel.ts'
import { appAnswer, appsAnswer, type AppAnswer, type ChannelAnswer } from '../answers.ts'
import { describeMisfits } from '../change-channel.ts'
import { moment, table } from '../output.ts'
import { openSession } from '../session.ts'
import { showShare } from '../share.ts'

/** Who runs what. */
export function addStatusCommand(program: Command): void {
  program
    .command('status [app]')
    .description('says which releases run, of all apps or of one with its history of releases')
    .addHelpText('after', '\nExamples:\n  errand status\n  errand status remote-jobs --json')
    .action(async (app: string | undefined, _options: unknown, command: Command) => {
      const { registry, output } = openSession(command)
      if (app === undefined) {
        const { apps } = await registry.get('/apps', appsAnswer)
        const parts = [channelTable(apps.map(({ channel }) => channel)), describeMisfits(apps)]
        return output.result(apps, parts.filter((part) => part !== undefined).join('\n\n'))
      }
      const answer = await registry.get(`/apps/${app}`, appAnswer)
      return output.result(answer, `${channelTable([answer.channel])}\n\n${releaseTable(answer)}`)
    })
}

function channelTable(channels: ChannelAnswer[]): string {
  const rows = channels.map((channel) => [
    channel.app,
    stableOf(channel) ?? '–',
    channel.candidate ?? '–',
    channel.candidate === null ? '–' : showShare(channel.weight),
    stateOf(channel),
    moment(channel.changedAt),
  ])
  return table(['app', 'stable', 'candidate', 'share', 'state', 'since'], rows)
}

function stateOf(channel: ChannelAnswer): string {
  if (channel.candidate === null) {
    // Who runs what, and no word on how well it does: nobody has told the registry.
    return stableOf(channel) === undefined ? 'nothing runs' : 'everybody'
  }
  return channel.isPaused ? 'paused' : 'rolling out'
}

function releaseTable({ releases, channel }: AppAnswer): string {
  const rows = releases.map(({ version, publishedAt, publishedBy, commit, deletedAt }) => [
    version,
    moment(publishedAt),
    publishedBy,
    commit?.slice(0, 12) ?? '–',
    roleOf(version, channel, deletedAt),
  ])
  return table(['release', 'published', 'by', 'commit', ''], rows)
}

function roleOf(version: string, channel: ChannelAnswer, deletedAt: string | null): string {
  if (channel.revoked.includes(version)) return 'killed'
  if (deletedAt !== null) return 'deleted'
  if (version === stableOf(channel)) return 'stable'
  if (version === channel.candidate) return 'candidate'
  if (channel.lineage.slice(0, maxFallbacks + 1).includes(version)) return 'fallback'
  return ''
}
