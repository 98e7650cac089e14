import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { problemSchema } from '@errand/contract/problem'
import { expect, test } from 'vitest'

import { createKeyPair } from '../signing/keys.ts'
import { described, rollout, useTestRegistry, type Answer } from '../testing/registry-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { maxFileBytes } from './http/releases.routes.ts'

const { call, upload, newTeam, audit, change, releasesDir } = useTestRegistry()

/** The refusal is a whole problem document. */
function expectRefusal(answer: Answer, status: number, sentence: string): void {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(problemSchema.parse(answer.body).detail).toContain(sentence)
}

async function expectNoted(app: string, sentence: string): Promise<void> {
  const [last] = await audit(app)
  expect(last).toMatchObject({ actor: app, action: 'refused' })
  expect(last.reason).toContain(sentence)
}

test('a release arrives in parts and lies where it is served as a whole', async () => {
  const team = await newTeam('remote-news')
  const published = await upload(team, remoteBuild('remote-news', '1.0.0', 10))
  expect(published.status).toBe(200)
  expect(published.body).toMatchObject({
    app: 'remote-news',
    version: '1.0.0',
    kind: 'remote',
    publishedBy: 'remote-news',
    deletedAt: null,
  })
  const folder = join(releasesDir, 'remote-news/1.0.0')
  expect(readdirSync(folder).toSorted()).toEqual([
    'release.json',
    'release.sig.json',
    'remoteEntry.js',
    'static',
  ])
  expect(existsSync(join(releasesDir, '.incoming/remote-news/1.0.0'))).toBe(false)
})

test('text is compressed beside its file, and only where that saves something', async () => {
  const team = await newTeam('remote-texts')
  const build = remoteBuild('remote-texts', '1.0.0', 10)
  expect((await upload(await newTeam('host'), hostBuild())).status).toBe(200)
  expect((await upload(team, build)).status).toBe(200)

  const served = join(releasesDir, 'host/1.0.0/index.html')
  expect(brotliDecompressSync(readFileSync(`${served}.br`))).toEqual(readFileSync(served))
  expect(gunzipSync(readFileSync(`${served}.gz`))).toEqual(readFileSync(served))
  expect(existsSync(join(releasesDir, 'remote-texts/1.0.0/remoteEntry.js.br'))).toBe(false)
})

test('the same release may be sent again, another one under its version not', async () => {
  const team = await newTeam('remote-again')
  const build = remoteBuild('remote-again', '1.0.0', 10)
  const first = await upload(team, build)
  const second = await upload(team, build)
  expect(second.status).toBe(200)
  expect(second.body).toEqual({ ...first.body, publishedAt: expect.any(String) })
  expect(Date.parse(second.body.publishedAt)).toBeGreaterThan(Date.parse(first.body.publishedAt))
  expect(await audit('remote-again').then((rows) => rows.map(({ action }) => action))).toEqual([
    'publish',
    'new token',
    'add key',
  ])

  const other = await upload(team, remoteBuild('remote-again', '1.0.0', 11))
  expectRefusal(other, 409, 'is published already, with other files')
})

test('the same release sent several times at once is published once', async () => {
  const team = await newTeam('remote-twice')
  const build = remoteBuild('remote-twice', '1.0.0', 10)
  const answers = await Promise.all(Array.from({ length: 5 }, () => upload(team, build)))

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const published = (await audit('remote-twice')).filter(({ action }) => action === 'publish')
  expect(published).toHaveLength(1)
})

test('what the team did not sign is refused and noted', async () => {
  const team = await newTeam('remote-signed')
  const build = remoteBuild('remote-signed', '1.0.0', 10)

  const stranger = await upload(team, build, { privateKey: createKeyPair().privateKey })
  expectRefusal(stranger, 403, 'The signature is by no key of remote-signed')
  await expectNoted('remote-signed', 'The signature is by no key')

  const altered = await upload(team, build, {
    fileBytes: (name, bytes) => (name.endsWith('.css') ? Buffer.from('.evil{}') : bytes),
  })
  expectRefusal(altered, 422, 'static/css/routes.css is not the file that release.json lists')
  await expectNoted('remote-signed', 'routes.css is not the file')

  const renamed = await upload(team, build, { version: '2.0.0' })
  expectRefusal(renamed, 422, 'release.json of remote-signed 1.0.0, not of remote-signed 2.0.0')
  await expectNoted('remote-signed', 'not of remote-signed 2.0.0')
})

test('a deploy token without the key gets no ticket for code that nobody signed', async () => {
  const team = await newTeam('remote-local')
  const place = { label: 'Local', icon: [], order: 1 }
  const local = { 'remote-local': { origin: 'http://localhost:4010', place, requires: {} } }
  const answer = await call('POST', '/tickets', { token: team.token, body: { local } })
  expectRefusal(answer, 403, 'takes no remotes from development servers')
  expect(answer.body).not.toHaveProperty('ticket')
})

test('nobody but the host is the host, and a remote has its own place and words only', async () => {
  const team = await newTeam('remote-place')
  const asHost = described(hostBuild('1.0.0'), { app: 'remote-place' })
  expectRefusal(await upload(team, asHost), 403, 'remote-place cannot be published as a host')
  await expectNoted('remote-place', 'cannot be published as a host')

  const build = () => remoteBuild('remote-place', '1.0.0', 10)
  const place = { mount: '/jobs', label: 'Jobs', icon: [], order: 1 }
  expectRefusal(await upload(team, described(build(), { place })), 403, 'lives at /place')
  for (const wrong of [
    { trustedTypes: ['x; script-src *'] },
    { entry: '"><meta http-equiv=refresh>' },
    { preload: ['missing.js'] },
  ])
    expectRefusal(await upload(team, described(build(), wrong)), 422, 'release.json is not one')
})

test('a release of one app cannot be another one’s', async () => {
  const victim = await newTeam('remote-victim')
  const thief = await newTeam('remote-thief')
  const build = remoteBuild('remote-victim', '1.0.0', 10)
  // A key of the other team is no key of this one.
  const replayed = await upload(thief, build, {
    app: 'remote-thief',
    privateKey: victim.privateKey,
  })
  expectRefusal(replayed, 403, 'The signature is by no key of remote-thief')
  // Signed with its own key it is still the account of another app.
  const resigned = await upload(thief, build, { app: 'remote-thief' })
  expectRefusal(resigned, 422, 'the release.json of remote-victim 1.0.0')
  await expectNoted('remote-thief', 'the release.json of remote-victim')
})

test('what changed after it arrived is found before it is served', async () => {
  const team = await newTeam('remote-late')
  const build = remoteBuild('remote-late', '1.0.0', 10)
  const planted = await upload(team, build, {
    fileBytes(_name, bytes) {
      const staging = join(releasesDir, '.incoming/remote-late/1.0.0')
      for (const blob of readdirSync(staging).filter((file) => /^[\da-f]{96}$/.test(file))) {
        writeFileSync(join(staging, blob), 'altered on the disk')
      }
      return bytes
    },
  })

  expectRefusal(planted, 422, 'is not the file that release.json lists')
  await expectNoted('remote-late', 'is not the file')
  expect(existsSync(join(releasesDir, 'remote-late'))).toBe(false)
})

test('a key that was taken back signs nothing more; what it has signed stays genuine', async () => {
  const team = await newTeam('remote-rotated')
  await upload(team, remoteBuild('remote-rotated', '1.0.0', 10))
  const { body } = await call('GET', '/apps/remote-rotated')
  const [keyId = ''] = Object.keys(body.publicKeys)
  const { body: before } = await call('GET', '/document')
  expect(before.publicKeys['remote-rotated']).toEqual(body.publicKeys)
  expect((await call('DELETE', `/apps/remote-rotated/keys/${keyId}`)).status).toBe(204)

  const answer = await upload(team, remoteBuild('remote-rotated', '1.1.0', 10))
  expectRefusal(answer, 403, 'The signature is by no key of remote-rotated')
  await newTeam('remote-rotated')
  const { body: after } = await call('GET', '/document')
  expect(after.publicKeys['remote-rotated']).toMatchObject(body.publicKeys)
  expect(Object.keys(after.publicKeys['remote-rotated'])).toHaveLength(2)
  // An edge hears of the new key before it is asked for a release that was signed with it.
  expect(after.metadata.revision).toBe(before.metadata.revision + 1)
})

test('parts that are missing, unlisted, too large or badly named are refused', async () => {
  const team = await newTeam('remote-parts')
  const path = '/apps/remote-parts/releases/1.0.0'
  const { token } = team
  expectRefusal(await call('POST', `${path}/publish`, { token }), 404, 'No such release')
  const stopped = await upload(team, remoteBuild('remote-parts', '1.0.0', 10), {
    fileBytes: () => Buffer.alloc(maxFileBytes + 1),
  })
  expectRefusal(stopped, 413, 'At most 25 MiB')
  expectRefusal(await call('POST', `${path}/publish`, { token }), 409, 'has not arrived yet')
  for (const name of ['x.js', 'constructor', '..%2f..%2fx.js']) {
    const sent = await call('PUT', `${path}/files/${name}`, { token, body: Buffer.from('x') })
    expectRefusal(sent, 422, 'is not listed')
  }
  const build = remoteBuild('remote-parts', '1.0.1', 10)
  const account: { files: object } = JSON.parse(readFileSync(join(build, 'release.json'), 'utf8'))
  const files = { ...account.files, '../../host/1.0.0/index.html': `sha384-${'A'.repeat(64)}` }
  expectRefusal(await upload(team, described(build, { files })), 422, 'may not have a file called')
})

test('a release that fits nobody’s page is refused before a file is sent', async () => {
  const hostTeam = await newTeam('host')
  const jobs = await newTeam('remote-jobs')
  for (const [team, build, version] of [
    [hostTeam, hostBuild('2.0.0'), '2.0.0'],
    [jobs, remoteBuild('remote-jobs', '1.0.0', 10), '1.0.0'],
  ] as const) {
    expect((await upload(team, build)).status).toBe(200)
    expect((await change(team.app, rollout(version))).status).toBe(200)
  }
  const newer = { '@errand/shared-auth': '^2.0.0' }

  const remote = described(remoteBuild('remote-jobs', '2.0.0', 10), { requires: newer })
  expectRefusal(
    await upload(jobs, remote),
    409,
    'remote-jobs 2.0.0 does not fit host 2.0.0: it needs @errand/shared-auth ^2.0.0, and the host has 1.0.0.',
  )
  const host = described(hostBuild('3.0.0'), { provides: { '@errand/shared-auth': '2.0.0' } })
  expectRefusal(await upload(hostTeam, host), 409, 'remote-jobs 1.0.0 does not fit host 3.0.0')

  // Both ways at first, so that the host can move; then the remote may leave the old way behind.
  const both = { '@errand/shared-auth': '^1.0.0 || ^2.0.0' }
  const bridge = described(remoteBuild('remote-jobs', '1.1.0', 10), { requires: both })
  expect((await upload(jobs, bridge)).status).toBe(200)
  expect((await change('remote-jobs', rollout('1.1.0', 5))).status).toBe(200)
  expect((await upload(hostTeam, host)).status).toBe(200)
  expect((await change('host', rollout('3.0.0', 5))).status).toBe(200)
  expect((await upload(jobs, remote)).status).toBe(200)
})
