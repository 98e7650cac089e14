import { expect, test } from 'vitest'

import { setUpExposures, visitorOf } from '../testing/exposures-fixture.ts'
import { rollout, setUpTestRegistry } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'

const fixture = setUpTestRegistry()
const { upload, newTeam, change, call } = fixture
const { given, report } = setUpExposures(fixture)
const app = 'remote-jobs'

test('the document names the releases that fail for their visitors', async () => {
  const team = await newTeam(app)
  const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0']
  for (const version of versions) {
    await upload(team, remoteBuild(app, version, 10))
    await change(app, { ...rollout(version), force: true }, { reason: 'planted' })
    if (version !== '1.0.0')
      await change(app, { type: 'promote', force: true }, { reason: 'planted' })
  }
  let visitors = 0
  const visit = (version: string, counts: { ready?: number; failed?: number }) =>
    report(
      (['ready', 'failed'] as const).flatMap((verdict) =>
        Array.from({ length: counts[verdict] ?? 0 }, () =>
          given(app, 1, { version, arm: 'stable', verdict, visitor: visitorOf((visitors += 1)) }),
        ),
      ),
    )
  const failing = async () => (await call('GET', `/apps/${app}`)).body.failing

  // A few visitors with a bad network are no news.
  await visit('1.1.0', { ready: 3, failed: 1 })
  expect(await failing()).toEqual([])
  await visit('1.1.0', { failed: 3 })
  // Two of three may both have been offline; the only one that there is decides on its own machine.
  await visit('1.2.0', { ready: 1, failed: 2 })
  await visit('1.3.0', { failed: 1 })
  // Of a page without a visitor, such as a pinned one, nothing is known.
  await report([given(app, 1, { version: '1.0.0', arm: 'stable', verdict: 'failed' })])
  expect(await failing()).toMatchObject([
    { version: '1.1.0', visitors: 7, failed: 4 },
    { version: '1.3.0', visitors: 1, failed: 1 },
  ])
  await expect
    .poll(async () => {
      fixture.registry.document.forget()
      return (await call('GET', '/document')).body.failing
    })
    .toEqual([`${app}@1.1.0`, `${app}@1.3.0`])
  await visit('1.3.0', { ready: 1 })
  expect(await failing()).toMatchObject([{ version: '1.1.0' }])
})

test('releases that an edge cannot serve are listed until it can', async () => {
  const send = (edge: string, body: object, token = fixture.registry.readerToken) =>
    call('POST', `/edges/${edge}`, { token, body: { damaged: {}, ...body } })
  const reason = 'release.json is not there'
  expect((await send('b:1', { damaged: { [`${app}@1.0.0`]: reason } })).status).toBe(200)
  expect((await call('GET', `/apps/${app}`)).body).toMatchObject({
    damaged: [{ version: '1.0.0', edge: 'b:1', reason }],
  })
  await send('b:1', {})
  expect((await call('GET', `/apps/${app}`)).body.damaged).toEqual([])

  const { token } = await newTeam('remote-other')
  expect((await send('a:1', {}, token)).status).toBe(403)
  expect((await send('a:1', { damaged: 'all' })).status).toBe(422)
})
