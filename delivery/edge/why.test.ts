import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { fullWeight } from '../rollouts/channel.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { createRollouts, openTestReleases } from '../testing/rollouts-fixture.ts'
import { readBootScript } from './boot-script.ts'
import { createEdge } from './create-edge.ts'
import { readSettings } from './settings.ts'

const releasesDir = mkdtempSync(join(tmpdir(), 'errand-releases-'))
afterAll(() => rmSync(releasesDir, { recursive: true }))

test('why gives rule, bucket, releases and fallback of each app, the same for the same visitor', async () => {
  const rollouts = createRollouts(releasesDir)
  rollouts.publish(hostBuild())
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
    rollouts.publish(remoteBuild('remote-jobs', version, 10))
  const rollOut = (version: string, percent: number) =>
    rollouts.change('remote-jobs', {
      type: 'rollout',
      version,
      weight: (fullWeight * percent) / 100,
    })
  rollOut('1.1.0', 50)
  rollouts.change('remote-jobs', { type: 'promote' })
  rollOut('1.2.0', 50)
  rollouts.change('remote-jobs', { type: 'kill', version: '1.2.0' })
  rollOut('1.3.0', 25)
  rollouts.change('remote-jobs', { type: 'pin', visitor: 'visitor-9', arm: 'candidate' })
  const edge = createEdge({
    boot: readBootScript(),
    settings: readSettings({ FIREBASE_API_KEY: 'key' }),
    source: rollouts.source,
    releases: openTestReleases(releasesDir, rollouts.source),
  })
  const why = async (visitor: string) => (await edge.request(`/why?visitor=${visitor}`)).json()
  const explained = (visitor: string, releaseSet: string, jobs: object) => ({
    visitor,
    revision: 8,
    releaseSet,
    apps: [
      {
        app: 'host',
        arm: 'stable',
        picked: '1.0.0',
        runs: '1.0.0',
        fallbacks: [],
        rule: 'everybody',
        weight: 0,
        bucket: expect.any(Number),
        avoided: [],
        revoked: [],
      },
      { app: 'remote-jobs', weight: 25_000, avoided: [], revoked: ['1.2.0'], ...jobs },
    ],
  })
  const stable = { arm: 'stable', picked: '1.1.0', runs: '1.1.0', fallbacks: ['1.0.0'] }
  const candidate = {
    arm: 'candidate',
    picked: '1.3.0',
    runs: '1.3.0',
    fallbacks: ['1.1.0', '1.0.0'],
  }

  // By bucket into the quarter, by bucket out of it, and by a pin against the bucket.
  expect(await why('visitor-10')).toEqual(
    explained('visitor-10', '42fb3bf02270', {
      ...candidate,
      rule: 'share',
      bucket: 9_667,
    }),
  )
  expect(await why('visitor-5')).toEqual(
    explained('visitor-5', '2d05d43d7c14', {
      ...stable,
      rule: 'share',
      bucket: 79_306,
    }),
  )
  expect(await why('visitor-9')).toEqual(
    explained('visitor-9', '42fb3bf02270', {
      ...candidate,
      rule: 'pin',
      bucket: 54_399,
    }),
  )
  // Of a browser that left a release it is known to that browser alone.
  const cookie = 'errand_visitor=visitor-9-0123456789ab; errand_avoid=remote-jobs@1.1.0~host@0.9.0'
  const own = await (await edge.request('/why', { headers: { cookie } })).json()
  expect(own.apps).toMatchObject([
    { app: 'host', avoided: ['host@0.9.0'] },
    { app: 'remote-jobs', avoided: ['remote-jobs@1.1.0'] },
  ])
})
