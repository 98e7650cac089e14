import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { rollout, setUpTestRegistry } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'
import { releases } from './tables/schema.ts'

const fixture = setUpTestRegistry()
const { call, upload, newTeam, audit, change, promote, releasesDir } = fixture

test('unused old releases are deleted with a tombstone, and can be published again', async () => {
  const team = await newTeam('remote-jobs')
  const { token } = team
  const builds = new Map(
    ['1', '2', '3', '4', '5', '6'].map((version) => [version, remoteBuild(team.app, version, 10)]),
  )
  for (const build of builds.values()) expect((await upload(team, build)).status).toBe(201)
  for (const version of ['1', '2', '3', '4']) {
    await change(team.app, rollout(version, version === '1' ? 100 : 5), team)
    if (version !== '1') await promote(team.app, team)
  }
  await change(team.app, { type: 'kill', version: '2' }, team)
  await change(team.app, rollout('5', 5), team)
  const collect = (body: object) => call('POST', '/apps/remote-jobs/gc', { token, body })

  expect((await collect({})).body.versions).toEqual([])
  const tried = await collect({ olderThanDays: 0, isDryRun: true })
  // The others are the candidate, and what was everybody's.
  expect(tried.body.versions).toEqual(['6', '2'])
  expect(existsSync(join(releasesDir, 'remote-jobs/2/release.json'))).toBe(true)

  expect((await collect({ olderThanDays: 0 })).body.versions).toEqual(['6', '2'])
  const grave = join(releasesDir, 'remote-jobs/2')
  expect(readdirSync(grave)).toEqual(['tombstone.json'])
  expect(JSON.parse(readFileSync(join(grave, 'tombstone.json'), 'utf8'))).toEqual({
    app: 'remote-jobs',
    version: '2',
    deletedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(readdirSync(join(releasesDir, 'remote-jobs')).toSorted()).toEqual([...builds.keys()])

  const { body: state } = await call('GET', '/apps/remote-jobs')
  expect(state.channel).toMatchObject({ lineage: ['4', '3', '1'], candidate: '5' })
  const gone = await change(team.app, rollout('6', 5), team)
  expect(gone.body.detail).toBe('The files of remote-jobs 6 were deleted; release it again.')
  expect((await audit('remote-jobs')).filter(({ action }) => action === 'delete')).toHaveLength(2)

  // What a killed registry was putting together goes too.
  const [old, young] = ['old', 'young'].map((name) => join(releasesDir, '.incoming', name))
  for (const folder of [old, young]) mkdirSync(folder ?? '')
  utimesSync(old ?? '', 0, 0)
  await collect({})
  expect(readdirSync(join(releasesDir, '.incoming'))).toEqual(['young'])

  expect((await upload(team, builds.get('6') ?? '')).status).toBe(201)
  const again = { ...rollout('6', 5), replace: true }
  expect((await change(team.app, again, team)).status).toBe(200)
})

test('a preview cannot be rolled out, and its files are deleted after a week', async () => {
  const team = await newTeam('remote-chats')
  const versions = ['1.0.0', '1.0.0-preview.pr-12.0a', '1.0.0-preview.pr-13.0b']
  const publishedAt = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000)
  const { queries } = fixture.registry.database
  for (const version of versions) {
    expect((await upload(team, remoteBuild(team.app, version, 20))).status).toBe(201)
    if (version.endsWith('13.0b')) continue
    await queries.update(releases).set({ publishedAt }).where(eq(releases.version, version))
  }

  const given = await change(team.app, rollout(versions[1] ?? '', 5), team)
  expect(given.body.detail).toContain('is only for looking at')
  const { body } = await call('POST', '/apps/remote-chats/gc', { token: team.token, body: {} })
  expect(body.versions).toEqual([versions[1]])
})

test('a single release can be deleted at any age, unless visitors are given it', async () => {
  const { app, token } = await newTeam('remote-leaky').then(async (team) => {
    for (const version of ['1', '2', '3']) await upload(team, remoteBuild(team.app, version, 10))
    await change(team.app, rollout('1'), team)
    await change(team.app, rollout('2', 5), team)
    return team
  })
  await promote(app)
  const remove = (version: string) => call('DELETE', `/apps/${app}/releases/${version}`, { token })

  const live = await remove('2')
  expect(live.status).toBe(409)
  expect(live.body.detail).toBe('remote-leaky 2 is what visitors are given; roll out another.')
  expect((await remove('9')).status).toBe(404)
  const { body: before } = await call('GET', '/document')
  for (const _again of [1, 2]) expect((await remove('1')).status).toBe(204)
  expect(readdirSync(join(releasesDir, app, '1'))).toEqual(['tombstone.json'])
  // Nobody goes back to what is not there any more.
  expect((await call('GET', `/apps/${app}`)).body.channel.lineage).toEqual(['2'])
  const { body: after } = await call('GET', '/document')
  expect(after.revision).toBe(before.revision + 1)
})
