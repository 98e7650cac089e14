import { expect, test } from 'vitest'

import { rollout, setUpTestRegistry } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'

const fixture = setUpTestRegistry()
const { upload, newTeam, change, call } = fixture
const app = 'remote-jobs'

test('what edges see of releases is added up, and the document says which ones visitors avoid', async () => {
  const team = await newTeam(app)
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
    await upload(team, remoteBuild(app, version, 10))
  await change(app, rollout('1.0.0'), team)
  const report = (edge: string, body: object, token = fixture.registry.readerToken) =>
    call('POST', `/edges/${edge}`, { token, body: { visits: {}, damaged: {}, ...body } })
  const avoided = async () => (await call('GET', '/document')).body.avoided

  const visits = (visitors: number, avoidedBy: number) => ({
    visits: { [`${app}@1.1.0`]: { visitors, avoidedBy }, 'remote-none@1': { visitors, avoidedBy } },
  })
  // A few visitors with a bad network are no news.
  expect((await report('a:1', visits(4, 1))).status).toBe(200)
  expect(await avoided()).toEqual([])
  await report('b:1', visits(3, 3))
  expect(await avoided()).toEqual([`${app}@1.1.0`])
  // Two of three may both have been offline; the only one that there is decides on its own machine.
  const counts = { '1.2.0': [3, 2], '1.3.0': [1, 1] }
  for (const [version, [visitors, avoidedBy]] of Object.entries(counts))
    await report('a:1', { visits: { [`${app}@${version}`]: { visitors, avoidedBy } } })
  expect(await avoided()).toEqual([`${app}@1.1.0`, `${app}@1.3.0`])
  await report('a:1', { visits: { [`${app}@1.3.0`]: { visitors: 1, avoidedBy: 0 } } })
  expect(await avoided()).toEqual([`${app}@1.1.0`])

  const reason = 'release.json is not there'
  await report('b:1', { damaged: { [`${app}@1.0.0`]: reason } })
  const { body } = await call('GET', `/apps/${app}`)
  expect(body).toMatchObject({
    avoided: [{ version: '1.1.0', visitors: 7, avoidedBy: 4 }],
    damaged: [{ version: '1.0.0', edge: 'b:1', reason }],
  })
  await report('b:1', {})
  expect((await call('GET', `/apps/${app}`)).body.damaged).toEqual([])

  expect((await report('a:1', {}, team.token)).status).toBe(403)
  expect((await report('a:1', { damaged: 'all' })).status).toBe(422)
})
