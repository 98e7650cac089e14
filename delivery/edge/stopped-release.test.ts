import { expect, test } from 'vitest'

import { setUpTestEdge } from '../testing/edge-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'

const app = 'remote-jobs'
const builds = ['1.0.0', '1.1.0', '1.2.0'].map((version) => remoteBuild(app, version, 10))
const { edge, rollOut, change, open } = setUpTestEdge([hostBuild(), ...builds])

test('a release stopped by the guard is revoked, is no fallback, and is explained by /why', async () => {
  for (const version of ['1.1.0', '1.2.0']) {
    rollOut(app, version)
    change(app, { type: 'promote' })
  }
  // An earlier release, which pages fall back on until it is a candidate that fails.
  rollOut(app, '1.1.0', 50)
  const decision = { version: '1.1.0', rule: 'worse', reason: '4 of 4 failed', at: '' }
  change(app, { type: 'stop', decision: { ...decision, verdict: 'stop' } })

  const { set } = await open('/jobs')
  expect(set.revoked).toEqual([`${app}@1.1.0`])
  const [remote] = set.remotes
  expect(remote).toMatchObject({ version: '1.2.0', fallbacks: [{ version: '1.0.0' }] })
  const { apps } = await (await edge.request('/why')).json()
  expect(apps).toContainEqual(
    expect.objectContaining({ app, runs: '1.2.0', decision: expect.objectContaining(decision) }),
  )
})
