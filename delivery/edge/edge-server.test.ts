import { mkdtempSync, rmSync } from 'node:fs'
import { request as rawRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { createRollouts, openTestReleases } from '../testing/rollouts-fixture.ts'
import { readBootScript } from './boot-script.ts'
import { createEdge } from './create-edge.ts'
import { createEdgeServer } from './edge-server.ts'
import { readSettings } from './settings.ts'

const releasesDir = mkdtempSync(join(tmpdir(), 'errand-releases-'))
const rollouts = createRollouts(releasesDir)
const releases = openTestReleases(releasesDir, rollouts.source)
const edge = createEdge({
  boot: readBootScript(),
  settings: readSettings({ FIREBASE_API_KEY: 'key' }),
  source: rollouts.source,
  releases,
})
const server = createEdgeServer({ edge, releases, tls: undefined })
const visitor = 'errand_visitor=AAAAAAAAAAAAAAAAAAAAAA'

beforeAll(async () => {
  rollouts.publish(hostBuild())
  rollouts.publish(remoteBuild('remote-jobs', '1.0.0', 10, 'Aufträge ✓'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(() => {
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
  rmSync(releasesDir, { recursive: true })
})

interface Answer {
  status: number | undefined
  headers: Record<string, unknown>
  body: Buffer
}

/** Asks the server for exactly this path, which `fetch` would tidy. */
function ask(path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = rawRequest({ port, path, method, headers }, async (response) => {
    const body = Buffer.concat(await response.toArray())
    resolve({ status: response.statusCode, headers: { ...response.headers }, body })
  })
  sent.on('error', reject)
  // As curl sends a call without a body.
  for (const name of ['transfer-encoding', 'content-length']) sent.removeHeader(name)
  sent.end()
  return promise
}

const withoutNonce = (text: unknown): string =>
  String(text).replaceAll(/nonce([-=]"?)[\da-f-]{36}/g, 'nonce$1')

test.each([
  '/',
  '/jobs',
  '/JOBS/1/edit/',
  '/nowhere',
  '/app.js',
  '/login?next=/jobs',
  '/%6aobs',
  '/release-set',
  '/why',
  '/r/nothing/1/x',
  '/r/remote-jobs/1.0.0/remoteEntry.js',
])('Node’s server and the fetch handler give %s the same answer', async (path) => {
  const headers = {
    accept: '*/*',
    'accept-encoding': 'identity',
    cookie: `${visitor}; errand_signed_in=1`,
    'x-forwarded-proto': 'https',
  }
  const fetched = await edge.request(path, { headers })
  // Files come from memory once they were read.
  const served = await ask(path, headers)

  expect(served.status).toBe(fetched.status)
  expect(withoutNonce(served.body)).toBe(withoutNonce(await fetched.text()))
  for (const [name, value] of fetched.headers)
    expect(withoutNonce(served.headers[name]), name).toBe(withoutNonce(value))
})

test('a document is compressed for browsers that take gzip, all but the nonce only once', async () => {
  const headers = { cookie: visitor, 'accept-encoding': 'gzip, deflate, br, zstd' }
  const answers = await Promise.all([ask('/jobs', headers), ask('/jobs', headers)])
  const plain = await ask('/jobs', { cookie: visitor })
  const nonces = new Set<string>()

  for (const answer of answers) {
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Cookie, Accept-Encoding',
    })
    const html = gunzipSync(answer.body).toString()
    expect(withoutNonce(html)).toBe(withoutNonce(plain.body))
    const [, nonce = ''] = /nonce="([^"]+)"/.exec(html) ?? []
    expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(2)
})

test('other methods get no document', async () => {
  expect((await ask('/jobs', {}, 'POST')).status).toBe(404)
  const head = await ask('/jobs', {}, 'HEAD')
  expect(head.status).toBe(200)
  expect(head.body).toHaveLength(0)
})
