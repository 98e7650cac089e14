import { sql } from 'drizzle-orm'

import { nextStepAt, showShare, type Channel } from '../../rollouts/channel.ts'
import type { Figures } from '../../rollouts/figures.ts'
import { isSampled } from '../../rollouts/guard.ts'
import { changeChannel, type ChangeRequest } from '../change-channel.ts'
import type { RegistryContext } from '../context.ts'
import { Refusal, StaleChannelError } from '../refusal.ts'
import { repeat } from '../repeat.ts'
import { readRollouts } from '../signal/read-figures.ts'
import { listChannels } from '../tables/queries.ts'
import { judgeFigures, type Judged } from './judge-rollout.ts'

/**
 * Judges every rollout under way: takes a bad candidate back, notes why one is held, and takes the
 * next step of a plan. Of several registries one does it; all that it knows is in the database.
 */
export function guardRollouts(context: RegistryContext): Promise<void> {
  const { database, logError } = context
  // The transaction holds nothing but the lock: each change is made in one of its own.
  return database.transaction(async (lock) => {
    const answer = (await lock.execute(
      sql`select pg_try_advisory_xact_lock(hashtextextended('guard rollouts', 0)) as "isTaken"`,
    )) as { rows: { isTaken: boolean }[] }
    if (answer.rows[0]?.isTaken !== true) return
    const rollouts = await readRollouts(database.queries, await listChannels(database.queries))
    for (const { channel, figures } of rollouts.values()) {
      await guardRollout(context, channel, figures).catch((error: unknown) => {
        // Judged anew at the next time, with what somebody else changed.
        if (error instanceof StaleChannelError) return
        logError('a rollout could not be guarded', error, { app: channel.app })
      })
    }
  })
}

/** For how long another reason to hold is no news. */
const notedMs = 10 * 60_000

async function guardRollout(
  context: RegistryContext,
  channel: Channel,
  figures: Figures,
): Promise<void> {
  const judgement = await judgeFigures(context.database.queries, channel, figures)
  const { verdict, rule, reason } = judgement
  const { decision, candidate, isObserved } = channel
  // Two rules that take turns are one hold: each of them would be a line and a notice.
  const isHeldLately =
    verdict === 'hold' &&
    decision?.verdict === 'hold' &&
    Date.now() < Date.parse(decision.at) + notedMs
  const isNoted = decision?.version === candidate && (decision?.rule === rule || isHeldLately)
  if ((verdict === 'stop' || verdict === 'hold') && !isNoted) {
    const at = new Date().toISOString()
    const noted = { version: candidate ?? '', verdict, rule, reason, at }
    const changes = [{ type: verdict, decision: noted }]
    await change(context, channel, { actor: 'guard', changes, reason, figures })
    return
  }
  // A guard that only observes changes nothing, so it keeps no plan from its next step.
  const mayGrow = isObserved ? isSampled(figures) : verdict === 'grow'
  if (mayGrow && isStepDue(channel)) await takeStep(context, channel, { figures, judgement })
}

const isStepDue = (channel: Channel): boolean =>
  (nextStepAt(channel)?.getTime() ?? Infinity) <= Date.now()

/** Takes the next step of a plan; a plan whose step is refused waits for a person. */
async function takeStep(
  context: RegistryContext,
  channel: Channel,
  { figures, judgement: { verdict, reason: found } }: Judged,
): Promise<void> {
  const made = { actor: 'plan', figures }
  const observed = verdict === 'grow' ? '' : `the guard, which only observes, would ${verdict}: `
  const reason = `${describeStep(channel, figures)}; ${observed}${found}`
  try {
    await change(context, channel, { ...made, changes: [{ type: 'advance' }], reason })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const refused = `The next step was refused: ${error.message}`
    await change(context, channel, { ...made, changes: [{ type: 'pause' }], reason: refused })
  }
}

/** How long the rollout had its share, and for how many, such as "1 h and 75 visitors at 5 %". */
function describeStep({ plan, weight }: Channel, { ofStep = 0 }: Figures): string {
  const seconds = Math.floor((Date.now() - Date.parse(plan?.since ?? '')) / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const time = minutes > 0 ? `${minutes} min` : `${seconds} s`
  return `${hours > 0 ? `${hours} h` : time} and ${ofStep} visitors at ${showShare(weight)}`
}

async function change(
  context: RegistryContext,
  { app, revision }: Channel,
  made: Pick<ChangeRequest, 'actor' | 'changes' | 'reason' | 'figures'>,
): Promise<void> {
  await changeChannel(context, { ...made, app, seen: revision, isDryRun: false })
  context.document.forget()
}

const pauseMs = 5_000

/** Guards the rollouts every five seconds until it is stopped. */
export const startGuard = (context: RegistryContext): { stop: () => Promise<void> } =>
  repeat(() => guardRollouts(context), {
    pauseMs,
    onError: (error) => context.logError('rollouts could not be guarded', error),
  })
