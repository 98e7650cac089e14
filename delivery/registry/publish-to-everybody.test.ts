import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { withManifest, rollout, setUpTestRegistry } from '../testing/registry-fixture.ts'
import { hostBuild, remoteBuild, sourceMap, withSourceMap } from '../testing/releases-fixture.ts'
import { publishToEverybody } from './publish-to-everybody.ts'

const fixture = setUpTestRegistry()
const { call, upload, newTeam, change } = fixture

const channelOf = async (app: string) => (await call('GET', `/apps/${app}`)).body.channel

test('local builds are promoted to everybody, and publishing again changes nothing', async () => {
  const source = 'remote-jobs/src/routes.tsx'
  const jobs = withSourceMap(remoteBuild('remote-jobs', '1.0.0', 10), 'remoteEntry.js', source)
  const builds = [hostBuild(), jobs]
  await publishToEverybody(fixture.registry, builds)
  expect(await channelOf('remote-jobs')).toMatchObject({ lineage: ['1.0.0'], candidate: null })
  const map = join(fixture.releasesDir, 'remote-jobs/1.0.0/maps/remoteEntry.js.map')
  expect(readFileSync(map, 'utf8')).toBe(sourceMap(source))
  const { body: before } = await call('GET', '/document')

  await publishToEverybody(fixture.registry, builds)
  expect((await call('GET', '/document')).body).toEqual(before)

  await publishToEverybody(fixture.registry, [remoteBuild('remote-jobs', '1.1.0', 10)])
  expect(await channelOf('remote-jobs')).toMatchObject({
    lineage: ['1.1.0', '1.0.0'],
    candidate: null,
  })
})

test('a host and the remotes that need it are promoted together', async () => {
  const provides = { '@errand/shared-auth': '2.0.0' }
  const requires = { '@errand/shared-auth': '^2.0.0' }
  await publishToEverybody(fixture.registry, [
    withManifest(hostBuild('2.0.0'), { provides }),
    withManifest(remoteBuild('remote-jobs', '2.0.0', 10), { requires }),
  ])

  expect((await channelOf('host')).lineage).toEqual(['2.0.0', '1.0.0'])
  expect((await channelOf('remote-jobs')).lineage[0]).toBe('2.0.0')
})

test('a manual rollout survives a restart with the same build', async () => {
  const requires = { '@errand/shared-auth': '^2.0.0' }
  const team = await newTeam('remote-chats')
  const stable = withManifest(remoteBuild('remote-chats', '1.0.0', 20), { requires })
  const candidate = withManifest(remoteBuild('remote-chats', '1.1.0', 20), { requires })
  await publishToEverybody(fixture.registry, [stable])
  expect((await upload(team, candidate)).status).toBe(201)
  expect((await change('remote-chats', rollout('1.1.0', 5), team)).status).toBe(200)

  await publishToEverybody(fixture.registry, [candidate])
  expect(await channelOf('remote-chats')).toMatchObject({ candidate: '1.1.0', weight: 5_000 })
  await publishToEverybody(fixture.registry, [stable])
  expect(await channelOf('remote-chats')).toMatchObject({ candidate: '1.1.0', weight: 5_000 })
})
