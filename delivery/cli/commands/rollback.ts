import type { Command } from 'commander'

import { channelSchema, mayRunNothing, stableOf, type Channel } from '../../rollouts/channel.ts'
import { appsAnswer, type AuditRow } from '../answers.ts'
import {
  changeChannel,
  describeChannel,
  describeMisfits,
  readAudit,
  readChannel,
} from '../change-channel.ts'
import { CommandError } from '../errors.ts'
import { moment } from '../output.ts'
import { openSession, type Session } from '../session.ts'

/** What moves the releases of an app on or back, unlike a pin or a pause. */
const moves = new Set(['rollout', 'promote', 'rollback', 'kill'])

interface RollbackOptions {
  from?: string
  dryRun?: boolean
}

/** Goes back one step, however often it is called for the same step. */
export function addRollbackAction(command: Command): void {
  command
    .option('--from <version>', 'the release to go back from; a second step back needs it')
    .addHelpText(
      'after',
      `
Examples:
  errand rollback remote-jobs
  errand rollback remote-jobs --from 1.4.0`,
    )
    .action(async (app: string, { from, dryRun = false }: RollbackOptions) => {
      const session = openSession(command)
      const seen = await readChannel(session, app)
      const last = (await readAudit(session, app)).find(({ action }) => moves.has(action))
      if (isDone(last, from)) {
        return session.output.result(
          { ...seen, isChanged: false },
          `${describeChannel(seen)} ${sayDone(last, seen)}`,
        )
      }
      const running = newestOf(seen)
      if (from !== undefined && from !== running) {
        const state = describeChannel(seen)
        throw new CommandError('conflict', `${app} ${from} is not what would be left. ${state}`)
      }
      const to = seen.candidate === null ? seen.lineage[1] : stableOf(seen)
      const preface = `Back from ${running ?? 'nothing'} to ${to ?? 'nothing'}. `
      await changeChannel(session, command, { seen, change: { type: 'rollback' }, preface })
      if (app === 'host' && !dryRun) await warnOfMisfits(session)
    })
}

/** Going back is never refused, but costs pages what the earlier host cannot run. */
async function warnOfMisfits({ registry, output }: Session): Promise<void> {
  const lost = describeMisfits((await registry.get('/apps', appsAnswer)).apps)
  if (lost !== undefined) output.progress(lost)
}

/** The release that a rollback takes away. */
const newestOf = (channel: Channel): string | undefined => channel.candidate ?? stableOf(channel)

/**
 * Whether the last move was this very step back. A command that is sent twice, by a retry or out of
 * a shell's history, must not go back twice: it meant the release that was running then.
 */
function isDone(last: AuditRow | undefined, from: string | undefined): last is AuditRow {
  if (last?.action !== 'rollback') return false
  return from === undefined || from === leftBy(last)
}

function leftBy({ before }: AuditRow): string | undefined {
  const channel = channelSchema.safeParse(before).data
  return channel && newestOf(channel)
}

function sayDone(last: AuditRow, seen: Channel): string {
  const done = `${last.actor} went back from ${leftBy(last) ?? 'nothing'} at ${moment(last.at)}.`
  const [stable, older] = seen.lineage
  if (stable === undefined || (older === undefined && !mayRunNothing(seen.app))) return done
  return `${done} One more step: npx pnpm errand rollback ${seen.app} --from ${stable}`
}
