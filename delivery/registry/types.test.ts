import { expect, test } from 'vitest'

import { described, rollout, useTestRegistry } from '../testing/registry-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { typed } from '../testing/typed-build.ts'

const { call, upload, newTeam, change } = useTestRegistry()
const aHost = (version: string, types: string) =>
  typed(hostBuild(version), { 'contract/src/remote.d.ts': types })
const aRemote = (version: string, types: string) =>
  typed(remoteBuild('remote-jobs', version, 10), { 'contract/src/remote.d.ts': types })

test('types that differ have to be compared with those of what is live, whoever was first', async () => {
  const hosts = await newTeam('host')
  const jobs = await newTeam('remote-jobs')
  await upload(hosts, aHost('1', 'old'))
  await change('host', rollout('1'))
  expect((await upload(jobs, aRemote('1', 'old'))).status).toBe(200)
  await change('remote-jobs', rollout('1'))

  const next = aRemote('2', 'new')
  const refused = await upload(jobs, next)
  expect(refused.status).toBe(409)
  expect(refused.body.detail).toContain('remote-jobs 2 does not fit host 1: their types were not')
  expect((await upload(jobs, next, { fits: [{ app: 'host', version: '1' }] })).status).toBe(200)

  // A host of a third kind goes live between the comparison and the rollout.
  const other = aHost('3', 'newest')
  await upload(hosts, other, { fits: [{ app: 'remote-jobs', version: '1' }] })
  await change('host', rollout('3'))
  await change('host', { type: 'promote' })
  const late = await change('remote-jobs', rollout('2', 5))
  expect(late.body.detail).toContain('does not fit host 3')
  expect(late.body.detail).toContain('"errand release" compares them')
  // Sent once more, after it was compared with that one too.
  expect((await upload(jobs, next, { fits: [{ app: 'host', version: '3' }] })).status).toBe(200)
  expect((await change('remote-jobs', rollout('2', 5))).status).toBe(200)

  const { body: document } = await call('GET', '/document')
  expect(document.metadata.proven.split(' ').toSorted()).toEqual([
    '1>remote-jobs@2',
    '3>remote-jobs@1',
    '3>remote-jobs@2',
  ])
})

test('what was compared is told of while it may run, and forgotten with the files', async () => {
  const team = await newTeam('remote-kept')
  const build = (version: string) =>
    typed(remoteBuild('remote-kept', version, 20), { 'contract/src/remote.d.ts': 'newer' })
  const fits = [{ app: 'host', version: '3' }]
  for (const version of ['1', '2'])
    expect((await upload(team, build(version), { fits })).status).toBe(200)
  await change('remote-kept', rollout('1'), team)

  const { body: document } = await call('GET', '/document')
  expect(document.metadata.proven.split(' ')).toContain('3>remote-kept@1')
  expect(document.metadata.proven.split(' ')).not.toContain('3>remote-kept@2')
  expect((await change('remote-kept', rollout('2', 5), team)).status).toBe(200)
  const { body: rolledOut } = await call('GET', '/document')
  expect(rolledOut.metadata.proven.split(' ')).toContain('3>remote-kept@2')

  await change('remote-kept', { type: 'rollback' }, team)
  const { token } = team
  const { body } = await call('POST', '/apps/remote-kept/gc', { token, body: { olderThanDays: 0 } })
  expect(body.versions).toEqual(['2'])
  expect((await upload(team, build('2'))).status).toBe(409)
})

test('the types of a release are told to the byte', async () => {
  const team = await newTeam('remote-told')
  const declarations = { 'remote-told/src/routes.d.ts': 'export declare const routes: []' }
  const fits = [{ app: 'host', version: '3' }]
  await upload(team, typed(remoteBuild('remote-told', '1', 10), declarations), { fits })
  await upload(team, described(remoteBuild('remote-told', '2', 10), {}))
  const { body } = await call('GET', '/apps/remote-told/releases/1/types')
  expect(JSON.parse(body.text)).toEqual(declarations)
  for (const version of ['2', '9', '..%2f..'])
    expect((await call('GET', `/apps/remote-told/releases/${version}/types`)).status).toBe(404)
})
