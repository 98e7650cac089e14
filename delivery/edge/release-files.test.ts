import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { remoteBuild } from '../testing/releases-fixture.ts'
import { createRollouts, openTestReleases } from '../testing/rollouts-fixture.ts'
import { releaseFiles } from './release-files.ts'

const releasesDir = mkdtempSync(join(tmpdir(), 'errand-releases-'))
const version = join(releasesDir, 'remote-jobs', '1.0.0')
const rollouts = createRollouts(releasesDir)
const files = releaseFiles(openTestReleases(releasesDir, rollouts.source))
const entry = 'entry("remote-jobs")'

beforeAll(() => {
  rollouts.publish(remoteBuild('remote-jobs', '1.0.0', 10))
  writeFileSync(join(version, 'remoteEntry.js.br'), brotliCompressSync(entry))
  writeFileSync(join(version, 'remoteEntry.js.gz'), gzipSync('something else'))
})
afterAll(() => rmSync(releasesDir, { recursive: true }))

const get = (file: string, headers: Record<string, string> = {}) =>
  files.request(`/remote-jobs/1.0.0/${file}`, { headers })

test('the smallest encoding that the browser takes and that is what was signed', async () => {
  const br = await get('remoteEntry.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(br.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(entry)

  for (const accepted of ['gzip', 'br;q=0, gzip', 'identity', '']) {
    const plain = await get('remoteEntry.js', { 'accept-encoding': accepted })
    expect(plain.headers.get('content-encoding'), accepted).toBeNull()
    expect(await plain.text()).toBe(entry)
  }
})

test('a file that the browser has is not sent again', async () => {
  for (const accepted of ['br', 'identity']) {
    const headers = { 'accept-encoding': accepted }
    const etag = (await get('remoteEntry.js', headers)).headers.get('etag') ?? ''
    const again = await get('remoteEntry.js', { ...headers, 'if-none-match': `"x", ${etag}` })
    expect(again.status).toBe(304)
    expect(again.headers.get('vary')).toBe('accept-encoding')
  }
})

test('a part of a file', async () => {
  for (const [range, part, of] of [
    ['bytes=0-4', 'entry', '0-4/20'],
    ['bytes=-2', '")', '18-19/20'],
    ['bytes=18-', '")', '18-19/20'],
    ['bytes=18-900', '")', '18-19/20'],
  ] as const) {
    const response = await get('remoteEntry.js', { range, 'accept-encoding': 'br' })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${of}`)
    expect(await response.text()).toBe(part)
  }
  expect((await get('remoteEntry.js', { range: 'bytes=20-' })).status).toBe(416)
  expect((await get('remoteEntry.js', { range: 'bytes=0-1,3-4' })).status).toBe(200)
})

test('a changed byte is never sent', async () => {
  writeFileSync(join(version, 'static/js/routes.js'), 'routes() ')

  expect((await get('static/js/routes.js')).status).toBe(500)
  writeFileSync(join(version, 'static/js/routes.js'), 'routes()')
  expect(await (await get('static/js/routes.js')).text()).toBe('routes()')
})

test('a name that no file can have is no failure of ours', async () => {
  for (const path of [`/${'a'.repeat(300)}/1/x.js`, `/remote-jobs/${'1'.repeat(300)}/x.js`])
    expect((await files.request(path)).status).toBe(404)
})

test('a deleted release says so to pages that still run it', async () => {
  mkdirSync(join(releasesDir, 'remote-jobs', '0.9.0'))
  writeFileSync(join(releasesDir, 'remote-jobs', '0.9.0', 'tombstone.json'), '{}')

  const gone = await files.request('/remote-jobs/0.9.0/remoteEntry.js')
  expect(gone.status).toBe(410)
  expect(gone.headers.get('cache-control')).toBe('no-store')
  expect(await gone.json()).toEqual({ type: 'release-gone', app: 'remote-jobs', version: '0.9.0' })
})
