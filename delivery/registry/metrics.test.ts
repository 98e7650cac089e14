import { expect, test } from 'vitest'

import type { Exposure } from '../rollouts/exposure.ts'
import { setUpExposures } from '../testing/exposures-fixture.ts'
import { rollout, setUpTestRegistry } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'
import { foldExposures } from './signal/fold.ts'
import { writeMetrics } from './signal/metrics.ts'

const fixture = setUpTestRegistry()
const { upload, newTeam, change, call } = fixture
const { cameMinutesAgo } = setUpExposures(fixture)
const app = 'remote-jobs'
const hourMs = 60 * 60 * 1000

test('metrics count the releases that visitors are given, and never fall', async () => {
  const team = await newTeam(app)
  for (const version of ['1.0.0', '1.1.0', '1.2.0'])
    await upload(team, remoteBuild(app, version, 10))
  await change(app, rollout('1.0.0'), team)
  await change(app, rollout('1.1.0', 25), team)
  let pages = 0
  const given = (more: Partial<Exposure> = {}): Exposure => ({
    id: `page-${(pages += 1)}`.padEnd(16, '-'),
    app,
    version: '1.1.0',
    arm: 'candidate',
    at: Date.now() - 3 * hourMs,
    ...more,
  })
  const stable = { version: '1.0.0', arm: 'stable', verdict: 'ready', readyMs: 10 } as const
  const exposures = [
    given(),
    given({ verdict: 'ready', readyMs: 500 }),
    given({ verdict: 'ready', readyMs: 900 }),
    given({ verdict: 'failed', kind: 'chunk' }),
    given(stable),
    given({ ...stable, version: '1.2.0' }),
  ]
  const later = { ...exposures[1], verdict: 'failed', kind: 'render' }
  const body = { damaged: {}, exposures: [...exposures, later] }
  const token = fixture.registry.readerToken
  expect((await call('POST', '/edges/a:1', { token, body })).status).toBe(200)

  const { body: text, headers } = await call('GET', '/metrics', { token })
  expect(headers.get('content-type')).toContain('text/plain; version=0.0.4')
  const lines = text.split('\n').filter((line: string) => line !== '' && !line.startsWith('#'))
  const candidate = 'app="remote-jobs",version="1.1.0",arm="candidate"'
  expect(lines.toSorted()).toEqual([
    `errand_exposure_later_failures_total{${candidate},kind="render"} 1`,
    'errand_exposure_verdicts_total{app="remote-jobs",version="1.0.0",arm="stable",verdict="ready",kind=""} 1',
    `errand_exposure_verdicts_total{${candidate},verdict="failed",kind="chunk"} 1`,
    `errand_exposure_verdicts_total{${candidate},verdict="ready",kind=""} 2`,
    'errand_exposures_total{app="remote-jobs",version="1.0.0",arm="stable"} 1',
    `errand_exposures_total{${candidate}} 4`,
  ])
  await cameMinutesAgo(app, 180)
  // Folded, as hours, and after the time for which counts are kept.
  for (const days of [0, 3, 100])
    while (await foldExposures(fixture.registry.database, Date.now() + days * 24 * hourMs));
  expect(await writeMetrics(fixture.registry.database.queries)).toBe(text)
  expect((await call('GET', '/metrics', { token: 'none' })).status).toBe(401)
})
