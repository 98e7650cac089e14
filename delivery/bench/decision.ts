import { createEvaluator } from '../rollouts/evaluator.ts'
import { emptyChannel } from '../rollouts/channel.ts'
import { pickReleases } from '../rollouts/pick.ts'
import { report } from './figures.ts'
import { hostRelease, remoteRelease } from './releases.ts'

const rounds = 200_000
const mostMicroseconds = 50

/** How long it takes to pick the releases of one visitor. */
export function measureDecision(): void {
  const apps = ['host', 'remote-jobs', 'remote-chats', 'remote-billing']
  const channels = apps.map((app) => ({
    ...emptyChannel(app),
    lineage: ['1.0.0'],
    candidate: '1.1.0',
    weight: 50_000,
    rolloutId: 'r1',
  }))
  const evaluator = createEvaluator({ revision: 1, channels })
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
  // What the process worked: a busy machine stretches the clock.
  const before = process.cpuUsage()
  for (let index = 0; index < rounds; index += 1) pick(index)
  const { user, system } = process.cpuUsage(before)
  const microseconds = (user + system) / rounds
  report({
    name: 'decision',
    measured: `${microseconds.toFixed(1)} µs for host and three remotes`,
    threshold: `< ${mostMicroseconds} µs`,
    isMet: microseconds < mostMicroseconds,
  })
}
