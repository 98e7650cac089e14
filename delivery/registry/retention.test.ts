import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { rollout, useTestRegistry } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'

const fixture = useTestRegistry()
const { call, upload, newTeam, change, audit, releasesDir } = fixture

const tell = (body: unknown, token = fixture.registry.readerToken) =>
  call('POST', '/sightings', { token, body })

test('files stay while pages run them, and go by force', async () => {
  const team = await newTeam('remote-jobs')
  const { app, token } = team
  for (const version of ['1', '2', '3', '4']) {
    await upload(team, remoteBuild(app, version, 10))
    if (version === '1' || version === '2') continue
    await change(app, rollout(version), team)
    if (version === '4') await change(app, { type: 'promote' }, team)
  }
  const collect = (body: object) => call('POST', `/apps/${app}/gc`, { token, body })
  const remove = (version: string) => call('DELETE', `/apps/${app}/releases/${version}`, { token })

  expect((await tell([`${app}@1`, `${app}@4`, 'remote-other@1'])).status).toBe(204)
  const { body: state } = await call('GET', `/apps/${app}`)
  expect(state.releases.map((release: { lastSeenAt: unknown }) => release.lastSeenAt)).toEqual([
    expect.stringMatching(/^\d{4}-.*Z$/),
    null,
    null,
    expect.stringMatching(/^\d{4}-.*Z$/),
  ])
  const { body: kept } = await collect({ olderThanDays: 0 })
  expect(kept).toEqual({ versions: ['2'], inUse: ['1'] })

  const refused = await remove('1')
  expect(refused.status).toBe(409)
  expect(refused.body.detail).toMatch(/^A page ran remote-jobs 1 at \d{4}-.*force it\.$/)
  expect(existsSync(join(releasesDir, app, '1/release.json'))).toBe(true)
  // What visitors are given stays whatever is asked.
  const live = await remove('4?force')
  expect(live.body.detail).toBe('remote-jobs 4 is what visitors are given; roll out another.')
  expect((await remove('9?force')).status).toBe(404)

  for (const _again of [1, 2]) expect((await remove('1?force')).status).toBe(204)
  expect(readdirSync(join(releasesDir, app, '1'))).toEqual(['tombstone.json'])
  // Nobody goes back to what is not there any more.
  const { body: document } = await call('GET', '/document')
  expect((await remove('3')).status).toBe(204)
  const { body: after } = await call('GET', `/apps/${app}`)
  expect(after.channel.lineage).toEqual(['4'])
  const { body: next } = await call('GET', '/document')
  expect(next.metadata.revision).toBe(document.metadata.revision + 1)
  expect((await audit(app)).filter(({ action }) => action === 'delete')).toHaveLength(3)
})

test('what was last seen long enough ago goes by itself', async () => {
  const team = await newTeam('remote-old')
  await upload(team, remoteBuild(team.app, '1', 10))
  await tell(['remote-old@1'])
  const collect = (unseenDays: number) =>
    call('POST', '/apps/remote-old/gc', { body: { olderThanDays: 0, unseenDays } })
  expect((await collect(1)).body).toEqual({ versions: [], inUse: ['1'] })
  expect((await collect(0)).body).toEqual({ versions: ['1'], inUse: [] })
})

test('only an edge says what pages run, and only what could be a release', async () => {
  const { token } = await newTeam('remote-loud')
  expect((await tell(['remote-jobs@1'], token)).status).toBe(403)
  expect((await tell(['../jobs'])).status).toBe(422)
  expect((await tell('remote-jobs@1')).status).toBe(422)
})
