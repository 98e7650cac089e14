import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { problemSchema } from '@errand/contract/problem'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { createRolloutSource } from '../rollouts/rollout-source.ts'
import { createRollouts, openTestReleases } from '../testing/rollouts-fixture.ts'
import { setOf } from '../testing/set-of.ts'
import { readBootScript } from './boot-script.ts'
import { createEdge } from './create-edge.ts'
import { readSettings } from './settings.ts'

const releasesDir = mkdtempSync(join(tmpdir(), 'errand-releases-'))
const rollouts = createRollouts(releasesDir)
const nastyLabel = '</script><b>&'
let api: Server
let edge: ReturnType<typeof createEdge>

beforeAll(async () => {
  const builds = [
    hostBuild(),
    remoteBuild('remote-chats', '2.0.0', 20),
    remoteBuild('remote-jobs', '1.4.0', 10, nastyLabel),
  ]
  for (const distDir of builds) rollouts.publish(distDir)
  api = await startEchoServer()
  const { port } = api.address() as AddressInfo
  edge = startEdge({ API_URL: `http://127.0.0.1:${port}` })
})

afterAll(() => {
  api.close()
  rmSync(releasesDir, { recursive: true })
})

const settings = (environment: Record<string, string>) =>
  readSettings({ FIREBASE_API_KEY: 'key', ...environment })

const startEdge = (environment: Record<string, string> = {}, source = rollouts.source) =>
  createEdge({
    boot: readBootScript(),
    settings: settings(environment),
    source,
    releases: openTestReleases(releasesDir, rollouts.source),
  })

/** Answers every request with what arrived. */
function startEchoServer(): Promise<Server> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      const { method, url, headers } = request
      response.writeHead(202, { 'content-type': 'application/json', 'x-from': 'api' })
      response.end(
        JSON.stringify({
          method,
          url,
          token: headers.authorization,
          forwardedFor: headers['x-forwarded-for'],
          body,
        }),
      )
    })
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const getPage = (path: string, headers: Record<string, string> = {}) =>
  edge.request(path, { headers: { accept: 'text/html', ...headers } })

test('a document carries its release set in the order of the navigation', async () => {
  const html = await (await getPage('/jobs')).text()

  const set = setOf(html)
  expect(set.host.version).toBe('1.0.0')
  expect(set.remotes.map(({ app, version }) => `${app}@${version}`)).toEqual([
    'remote-jobs@1.4.0',
    'remote-chats@2.0.0',
  ])
  expect(set.remotes[0]?.entry).toEqual({
    url: '/r/remote-jobs/1.4.0/remoteEntry.js',
    as: 'script',
    integrity: expect.stringMatching(/^sha384-.{64}$/),
  })
})

test('a page that the build has drawn is there before any script, and only at its path', async () => {
  expect(await (await getPage('/')).text()).toContain('<body>drawn')
  for (const path of ['/dashboard', '/jobs', '/nowhere'])
    expect(await (await getPage(path)).text()).not.toContain('drawn')
})

test('no text of a release can end the block that carries it', async () => {
  const html = await (await getPage('/jobs')).text()

  expect(html).not.toContain(nastyLabel)
  expect(setOf(html).remotes[0]?.label).toBe(nastyLabel)
})

test('scripts of other places, inline code and eval are refused by the policy', async () => {
  const response = await getPage('/login')
  const policy = response.headers.get('content-security-policy') ?? ''

  const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'))
  expect(scripts).not.toMatch(/unsafe|\*|data:|blob:/)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  expect(await response.text()).toContain(`<style id="_goober" nonce="${nonce}">`)
  expect((await getPage('/login')).headers.get('content-security-policy')).not.toBe(policy)
})

test('a document is never kept by a cache', async () => {
  expect((await getPage('/')).headers.get('cache-control')).toBe('no-store')
})

test('a path of no page is answered with the document and 404', async () => {
  expect((await getPage('/login')).status).toBe(200)
  expect((await getPage('/jobs/new')).status).toBe(200)
  for (const path of ['/dashboard/', '/Dashboard', '/JOBS/new']) {
    expect((await getPage(path)).status, path).toBe(200)
  }
  for (const path of ['/jobsx', '/nowhere', '/login/x']) {
    const response = await getPage(path)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('errand-release-set')
  }
})

test('whoever takes anything gets the page', async () => {
  for (const headers of [{ accept: '*/*' }, {}]) {
    expect((await edge.request('/dashboard', { headers })).status).toBe(200)
  }
})

test('a missing script or picture is not answered with HTML', async () => {
  const destinations = [{ 'sec-fetch-dest': 'script' }, { accept: 'image/*' }, { accept: '*/*' }]
  for (const headers of destinations) {
    const response = await edge.request('/static/app.js', { headers })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  }
})

test('files of a release are immutable, and only those that its account lists are served', async () => {
  const found = await edge.request('/r/remote-jobs/1.4.0/remoteEntry.js')
  expect(await found.text()).toBe('entry("remote-jobs")')
  expect(found.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(found.headers.get('content-type')).toMatch(/^text\/javascript/)

  const missing = [
    '/r/remote-jobs/1.4.0/release.json',
    '/r/remote-jobs/1.4.0/constructor',
    '/r/remote-jobs/9.9.9/remoteEntry.js',
    '/r/remote-jobs/1.4.0/..%2f..%2fcurrent.json',
    '/r/..%2f/1.4.0/remoteEntry.js',
    '/r/%2e%2e/%2e%2e/remoteEntry.js',
  ]
  for (const path of missing) expect((await edge.request(path)).status, path).toBe(404)
})

test('calls reach the api as they came', async () => {
  const response = await edge.request('/api/jobs?limit=2', {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    body: '{"name":"Ünï"}',
  })

  expect(response.status).toBe(202)
  expect(response.headers.get('x-from')).toBe('api')
  expect(await response.json()).toEqual({
    method: 'POST',
    url: '/api/jobs?limit=2',
    token: 'Bearer t',
    body: '{"name":"Ünï"}',
  })
})

test.each([
  [undefined, '203.0.113.1'],
  // What a visitor claims stands before what we know.
  ['198.51.100.1', '198.51.100.1, 203.0.113.1'],
])('the api hears who asks, said to be %s', async (said, forwardedFor) => {
  const headers = said === undefined ? {} : { 'x-forwarded-for': said }
  const incoming = { socket: { remoteAddress: '203.0.113.1' } }
  const response = await edge.request('/api/jobs', { headers }, { incoming })

  expect(await response.json()).toMatchObject({ forwardedFor })
})

test.each([
  '/api/metrics',
  '/api/metrics?x=1',
  '/api/metrics/',
  '/api/%6Detrics',
  '/api//metrics',
  '/api/jobs/../metrics',
  '/api/jobs/%2e%2e/metrics',
])('the metrics of the api stay with its operators: %s', async (path) => {
  // As a client sends it: a URL object would have tidied the path.
  const response = await edge.fetch(
    Object.defineProperty(new Request('http://localhost/'), 'url', {
      value: `http://localhost${path}`,
    }),
  )

  expect(response.status).toBe(404)
  expect(response.headers.get('x-from')).toBeNull()
})

test('a body of over 1 MiB is refused before it reaches the api', async () => {
  const body = 'x'.repeat(1024 * 1024 + 1)
  const response = await edge.request('/api/jobs', { method: 'POST', body })

  expect(response.status).toBe(413)
  expect(problemSchema.parse(await response.json()).code).toBe('body_too_large')
})

test('a webhook of the messaging provider may have 3 MiB', async () => {
  const send = (bytes: number) =>
    edge.request('/api/webhooks/whatsapp', { method: 'POST', body: 'x'.repeat(bytes) })

  expect((await send(3_000_000)).headers.get('x-from')).toBe('api')
  const refused = await send(3 * 1024 * 1024 + 1)
  expect(refused.status).toBe(413)
  expect(problemSchema.parse(await refused.json()).detail).toBe('At most 3 MiB.')
})

test('without an api a call is answered with a problem, and pages are still served', async () => {
  const alone = startEdge({ API_URL: 'http://127.0.0.1:1' })

  const response = await alone.request('/api/jobs')
  expect(response.status).toBe(503)
  expect(problemSchema.parse(await response.json()).code).toBe('service_unavailable')
  expect((await alone.request('/', { headers: { accept: 'text/html' } })).status).toBe(200)
})

test('without a published host a person is shown the error page', async () => {
  const empty = startEdge({}, createRolloutSource())

  const response = await empty.request('/', { headers: { accept: 'text/html' } })
  expect(response.status).toBe(503)
  const page = await response.text()
  expect(page).toContain('<h1>Oops! Something went wrong</h1>')
  expect(page).toContain('<button type="button" onclick="location.reload()">Refresh Page</button>')
})

test('the identity emulator is refused in production', () => {
  const environment = { IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9099', NODE_ENV: 'production' }
  expect(() => settings(environment)).toThrow('must not be set in production')
  expect(() => readSettings({})).toThrow('FIREBASE_API_KEY')
  expect(() => settings({ PORT: 'x' })).toThrow('PORT is not valid')
})
