import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, deflateRawSync, gunzipSync } from 'node:zlib'

import { problemSchema } from '@errand/contract/problem'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { maxUnpackedBytes } from '../releases/release.ts'
import { createKeyPair } from '../signing/keys.ts'
import { withManifest, setUpTestRegistry, type Answer } from '../testing/registry-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { maxZipBytes } from './http/change.routes.ts'

const { call, upload, newTeam, audit, releasesDir } = setUpTestRegistry()

/** The refusal is a whole problem document. */
function expectRefusal(answer: Answer, status: number, sentence: string): void {
  expect(answer.status, answer.body.detail).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(problemSchema.parse(answer.body).detail).toContain(sentence)
}

async function expectNoted(app: string, sentence: string): Promise<void> {
  const [last] = await audit(app)
  expect(last).toMatchObject({ actor: app, action: 'refused' })
  expect(last.reason).toContain(sentence)
}

test('a release is stored completely, with compressed copies where they are smaller', async () => {
  const team = await newTeam('remote-news')
  const more = { 'unlisted.js': Buffer.from('x'), '../unlisted.js': Buffer.from('x') }
  const published = await upload(team, remoteBuild('remote-news', '1.0.0', 10), { more })
  expect(published.status).toBe(201)
  expect(published.body).toMatchObject({
    app: 'remote-news',
    version: '1.0.0',
    kind: 'remote',
    publishedBy: 'remote-news',
    deletedAt: null,
  })
  const names = ['release.json', 'release.sig.json', 'remoteEntry.js', 'static']
  expect(readdirSync(join(releasesDir, 'remote-news/1.0.0')).toSorted()).toEqual(names)
  expect(readdirSync(join(releasesDir, 'remote-news'))).toEqual(['1.0.0'])
  expect(readdirSync(join(releasesDir, '.incoming'))).toEqual([])

  expect((await upload(await newTeam('host'), hostBuild())).status).toBe(201)
  const served = join(releasesDir, 'host/1.0.0/index.html')
  expect(brotliDecompressSync(readFileSync(`${served}.br`))).toEqual(readFileSync(served))
  expect(gunzipSync(readFileSync(`${served}.gz`))).toEqual(readFileSync(served))
})

test('the same release can be published again, also in parallel, but not another with its version', async () => {
  const team = await newTeam('remote-again')
  const build = remoteBuild('remote-again', '1.0.0', 10)
  const answers = await Promise.all(Array.from({ length: 5 }, () => upload(team, build)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const again = await upload(team, build)
  expect(again.body.isNew).toBe(false)
  expect(Date.parse(again.body.publishedAt)).toBeGreaterThan(
    Date.parse(answers[0]?.body.publishedAt),
  )
  expect(await audit('remote-again').then((rows) => rows.map(({ action }) => action))).toEqual([
    'publish',
    'new token',
    'add key',
  ])

  const other = await upload(team, remoteBuild('remote-again', '1.0.0', 11))
  expectRefusal(other, 409, 'is published already, with other files')
})

test('a release that is not signed by its team for its app is refused and audited', async () => {
  const team = await newTeam('remote-signed')
  const build = remoteBuild('remote-signed', '1.0.0', 10)

  const stranger = await upload(team, build, { privateKey: createKeyPair().privateKey })
  expectRefusal(stranger, 403, 'The signature is by no key of remote-signed')
  await expectNoted('remote-signed', 'The signature is by no key')

  const more = { 'static/css/routes.css': Buffer.from('.evil{}') }
  const altered = await upload(team, build, { more })
  expectRefusal(altered, 422, 'static/css/routes.css is not the file that release.json lists')
  await expectNoted('remote-signed', 'routes.css is not the file')
  expect(existsSync(join(releasesDir, 'remote-signed'))).toBe(false)

  // A key of the other team is no key of this one; signed with its own it is still another's manifest.
  const thief = await newTeam('remote-thief')
  const replayed = await upload(thief, build, { privateKey: team.privateKey })
  expectRefusal(replayed, 403, 'The signature is by no key of remote-thief')
  expectRefusal(await upload(thief, build), 422, 'the release.json of remote-signed, not of')
  await expectNoted('remote-thief', 'the release.json of remote-signed')
})

test('a remote cannot be a host, or use another’s path or policies', async () => {
  const team = await newTeam('remote-place')
  const asHost = withManifest(hostBuild('1.0.0'), { app: 'remote-place' })
  expectRefusal(await upload(team, asHost), 403, 'remote-place cannot be published as a host')
  await expectNoted('remote-place', 'cannot be published as a host')

  const build = () => remoteBuild('remote-place', '1.0.0', 10)
  const place = { mount: '/jobs', label: 'Jobs', icon: [], order: 1 }
  expectRefusal(await upload(team, withManifest(build(), { place })), 403, 'lives at /place')
  for (const claimed of ['default', 'errand-loader', 'errand-remote_jobs__1.0.0', 'any']) {
    const trustedTypes = ['errand-remote_place__1.0.0', claimed]
    const answer = await upload(team, withManifest(build(), { trustedTypes }))
    expectRefusal(answer, 403, 'with a Trusted Types policy of its own')
  }
  await expectNoted('remote-place', 'with a Trusted Types policy')
  for (const wrong of [
    { trustedTypes: ['x; script-src *'] },
    { entry: '"><meta http-equiv=refresh>' },
    { preload: ['missing.js'] },
  ])
    expectRefusal(await upload(team, withManifest(build(), wrong)), 422, 'release.json is not one')
  const version = '../../host/2.0.0'
  expectRefusal(await upload(team, withManifest(build(), { version })), 422, 'is not a version')
})

test('a removed key cannot sign new releases, and its old ones stay valid', async () => {
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
  expect(after.revision).toBe(before.revision + 1)
})

/** A zip whose headers have the sizes of the deflated file where those of the file itself belong. */
function zipWithWrongSize(name: string, bytes: Uint8Array): Uint8Array {
  const zip = Buffer.from(zipSync({ [name]: deflateRawSync(bytes, { level: 1 }) }, { level: 0 }))
  const [deflate, inHeader, inDirectory] = [8, 8, zip.lastIndexOf(name) - 36]
  for (const position of [inHeader, inDirectory]) zip.writeUInt16LE(deflate, position)
  return zip
}

test('an invalid, incomplete, too large or escaping zip is refused', async () => {
  const team = await newTeam('remote-parts')
  const { token } = team
  const send = (body: Uint8Array) =>
    call('POST', '/apps/remote-parts/releases', { token, body: Buffer.from(body) })
  const bytes = Buffer.from('x')
  for (const none of [Buffer.from('x'.repeat(100)), zipSync({ 'x.js': bytes }).subarray(0, 35)])
    expectRefusal(await send(none), 400, 'The body is not a zip')
  expectRefusal(await send(zipSync({ 'x.js': bytes })), 422, 'release.json or')
  expectRefusal(await send(Buffer.alloc(maxZipBytes + 1)), 413, 'at most 32 MiB as a zip')

  const build = remoteBuild('remote-parts', '1.0.0', 10)
  const manifest: { files: object } = JSON.parse(readFileSync(join(build, 'release.json'), 'utf8'))
  const files = { ...manifest.files, 'missing.js': `sha384-${'A'.repeat(64)}` }
  expectRefusal(await upload(team, withManifest(build, { files })), 422, 'missing.js was not sent')

  const bomb = zipWithWrongSize('release.json', Buffer.alloc(maxUnpackedBytes + 1))
  expectRefusal(await send(bomb), 413, 'at most 128 MiB unpacked')
  const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`${index}`, bytes]))
  expectRefusal(await send(zipSync(many)), 413, 'at most 5000 files')

  for (const name of ['../../host/1.0.0/index.html', `${'x'.repeat(300)}.js`]) {
    const listed = { ...manifest.files, [name]: `sha384-${'A'.repeat(64)}` }
    const changed = withManifest(build, { files: listed })
    const answer = await upload(team, changed, { more: { [name]: bytes } })
    expectRefusal(answer, 422, 'may not have a file called')
  }
  expect(readdirSync(join(releasesDir, '.incoming'))).toEqual([])
})

test('a deploy token cannot get a ticket for unsigned local code', async () => {
  const { token } = await newTeam('remote-local')
  const place = { label: 'Local', icon: [], order: 1 }
  const local = { 'remote-local': { origin: 'http://localhost:4010', place, requires: {} } }
  const answer = await call('POST', '/tickets', { token, body: { local } })
  expectRefusal(answer, 403, 'takes no remotes from development servers')
  expect(answer.body).not.toHaveProperty('ticket')
})
