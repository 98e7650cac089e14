import { createEvaluator } from '../rollouts/evaluator.ts'
import { emptyChannel } from '../rollouts/channel.ts'
import { toFlagdDocument } from '../rollouts/flagd-document.ts'
import { pickReleases } from '../rollouts/pick.ts'
import { hostRelease, remoteRelease } from './releases.ts'

const rounds = 200_000

/** How long it takes to pick the releases of one visitor, in microseconds. */
export function measureDecision(): number {
  const apps = ['host', 'remote-jobs', 'remote-chats', 'remote-billing']
  const channels = apps.map((app) => ({
    ...emptyChannel(app),
    lineage: ['1.0.0'],
    candidate: '1.1.0',
    weight: 50_000,
    rolloutId: 'r1',
  }))
  const evaluator = createEvaluator(toFlagdDocument(channels, 1))
  const releases = new Map(
    apps.flatMap((app) =>
      ['1.0.0', '1.1.0'].map((version) => [
        `${app}@${version}`,
        app === 'host' ? hostRelease(version) : remoteRelease(app, version),
      ]),
    ),
  )
  const find = (app: string, version: string) => releases.get(`${app}@${version}`)
  const pick = (index: number) =>
    pickReleases(evaluator, find, { visitor: `visitor-${index}`, avoid: new Set(), override: {} })

  for (let index = 0; index < rounds / 10; index += 1) pick(index)
  const since = performance.now()
  for (let index = 0; index < rounds; index += 1) pick(index)
  return ((performance.now() - since) * 1000) / rounds
}
