import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { setUpTestEdge } from '../testing/edge-fixture.ts'
import { hostBuild, remoteBuild, withSourceMap } from '../testing/releases-fixture.ts'

const { edge, releasesDir } = setUpTestEdge([hostBuild(), remoteBuild('remote-jobs', '1.0.0', 10)])
const folder = join(releasesDir, 'remote-jobs', '1.0.0')
const entry = 'entry("remote-jobs")'
writeFileSync(join(folder, 'remoteEntry.js.br'), brotliCompressSync(entry))
writeFileSync(join(folder, 'remoteEntry.js.gz'), gzipSync('something else'))

withSourceMap(folder, 'remoteEntry.js', 'remote-jobs/src/routes.tsx')
writeFileSync(join(folder, 'remoteEntry.js.map'), '{}')

const get = (file: string, headers: Record<string, string> = {}) =>
  edge.request(`/r/remote-jobs/1.0.0/${file}`, { headers })

test('a file is immutable and served in the smallest accepted encoding that matches its signature', async () => {
  const br = await get('remoteEntry.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(br.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(entry)

  const weighed = await get('remoteEntry.js', { 'accept-encoding': 'br;q=0.5, gzip;q=0' })
  expect(weighed.headers.get('content-encoding')).toBe('br')

  for (const accepted of ['gzip', 'br;q=0, gzip', 'identity', '']) {
    const plain = await get('remoteEntry.js', { 'accept-encoding': accepted })
    expect(plain.headers.get('content-encoding'), accepted).toBeNull()
    expect(await plain.text()).toBe(entry)
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.headers.get('content-type')).toMatch(/^text\/javascript/)
  }
})

test.each(['br', 'identity'])('a cached file is not sent again (%s)', async (how) => {
  const headers = { 'accept-encoding': how }
  const etag = (await get('remoteEntry.js', headers)).headers.get('etag') ?? ''
  const again = await get('remoteEntry.js', { ...headers, 'if-none-match': `"x", ${etag}` })
  expect(again.status).toBe(304)
  expect(again.headers.get('vary')).toBe('accept-encoding')
  const other = { 'accept-encoding': how === 'br' ? 'identity' : 'br', 'if-none-match': etag }
  expect((await get('remoteEntry.js', other)).status).toBe(200)
})

test('a changed file is never served', async () => {
  writeFileSync(join(folder, 'static/js/routes.js'), 'routes() ')
  expect((await get('static/js/routes.js')).status).toBe(503)

  writeFileSync(join(folder, 'static/js/routes.js'), 'routes()')
  expect(await (await get('static/js/routes.js')).text()).toBe('routes()')
})

test.each([
  '/r/remote-jobs/9.9.9/release.json',
  '/r/remote-jobs/1.0.0/maps/remoteEntry.js.map',
  '/r/remote-jobs/1.0.0/remoteEntry.js.map',
  '/r/remote-jobs/1.0.0/constructor',
  '/r/remote-jobs/9.9.9/remoteEntry.js',
  '/r/remote-jobs/1.0.0/..%2f..%2fcurrent.json',
  '/r/..%2f/1.0.0/remoteEntry.js',
  '/r/%2e%2e/%2e%2e/remoteEntry.js',
  `/r/${'a'.repeat(300)}/1/x.js`,
])('only files that the manifest of a release lists are served, not %s', async (path) => {
  expect((await edge.request(path)).status).toBe(404)
})

test('a deleted release is answered with 410', async () => {
  mkdirSync(join(releasesDir, 'remote-jobs', '0.9.0'))
  writeFileSync(join(releasesDir, 'remote-jobs', '0.9.0', 'tombstone.json'), '{}')

  const gone = await edge.request('/r/remote-jobs/0.9.0/remoteEntry.js')
  expect(gone.status).toBe(410)
  expect(gone.headers.get('cache-control')).toBe('no-store')
  expect(await gone.json()).toEqual({ type: 'release-gone', app: 'remote-jobs', version: '0.9.0' })
  expect((await edge.request('/r/remote-jobs/0.9.0/release.json')).status).toBe(410)
})

test('the manifest of an existing release is answered with 204', async () => {
  const there = await get('release.json')
  expect([there.status, await there.text()]).toEqual([204, ''])
  expect(there.headers.get('cache-control')).toBe('no-store')
})
