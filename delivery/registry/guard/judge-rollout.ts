import { fits } from '../../releases/compatibility.ts'
import { hostApp } from '../../releases/release.ts'
import { stableOf, type Channel } from '../../rollouts/channel.ts'
import type { Figures } from '../../rollouts/figures.ts'
import { judge } from '../../rollouts/guard.ts'
import type { Judgement } from '../../rollouts/signal.ts'
import { readRollouts } from '../signal/read-figures.ts'
import type { Queries } from '../tables/definition.ts'
import { findChannel, findRelease, manifestOf } from '../tables/queries.ts'

/** A rollout's figures, and what the guard makes of them. */
export interface Judged {
  figures: Figures
  judgement: Judgement
}

/** Judges the rollout of a channel; undefined for flags and without a candidate. */
export async function judgeRollout(
  queries: Queries,
  channel: Channel,
): Promise<Judged | undefined> {
  const figures = (await readRollouts(queries, [channel])).get(channel.app)?.figures
  return figures && { figures, judgement: await judgeFigures(queries, channel, figures) }
}

/** What the guard makes of the figures of a channel's rollout. */
export async function judgeFigures(
  queries: Queries,
  channel: Channel,
  figures: Figures,
): Promise<Judgement> {
  const judgement = judge(figures, channel, { isShareComparable: true })
  // Looked up only where it decides: the guard judges every few seconds.
  if (judgement.rule !== 'mismatch' || (await fitsStableHost(queries, channel))) return judgement
  return judge(figures, channel, { isShareComparable: false })
}

/** Otherwise some of the visitors who are drawn have a host that cannot run the candidate. */
async function fitsStableHost(queries: Queries, { app, candidate }: Channel): Promise<boolean> {
  const hostChannel = await findChannel(queries, hostApp)
  const [hostRow, row] = await Promise.all([
    hostChannel && findRelease(queries, hostApp, stableOf(hostChannel) ?? ''),
    findRelease(queries, app, candidate ?? ''),
  ])
  const [host, release] = [hostRow && manifestOf(hostRow), row && manifestOf(row)]
  if (host?.kind !== 'host' || release?.kind !== 'remote') return true
  return fits(host, release)
}
