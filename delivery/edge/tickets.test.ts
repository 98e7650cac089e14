import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { signTicket, type Ticket } from '../rollouts/ticket.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { createRollouts, openTestReleases } from '../testing/rollouts-fixture.ts'
import { setOf } from '../testing/set-of.ts'
import { readBootScript } from './boot-script.ts'
import { createEdge } from './create-edge.ts'
import { readSettings } from './settings.ts'

const releasesDir = mkdtempSync(join(tmpdir(), 'errand-releases-'))
const rollouts = createRollouts(releasesDir)
const edge = createEdge({
  boot: readBootScript(),
  settings: readSettings({ FIREBASE_API_KEY: 'key' }),
  source: rollouts.source,
  releases: openTestReleases(releasesDir, rollouts.source),
})
const { publicKey, privateKey } = generateKeyPairSync('ed25519')

const app = 'remote-jobs'
const origin = 'http://localhost:4010'
const place = { label: 'Jobs here', icon: [], order: 15 }
const local = { origin, place, requires: { '@errand/shared-auth': '^1.0.0' } }
const inMinutes = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

beforeAll(() => {
  const builds = [
    hostBuild(),
    remoteBuild(app, '1.0.0', 10),
    remoteBuild('remote-chats', '1.0.0', 20),
    remoteBuild(app, '2.0.0-preview', 10),
  ]
  for (const distDir of builds) rollouts.publish(distDir)
  rollouts.setTicketKey(publicKey.export({ type: 'spki', format: 'pem' }).toString())
})

afterAll(() => rmSync(releasesDir, { recursive: true }))

test('whoever sends bad tickets fills no log', async () => {
  const said = vi.spyOn(console, 'log').mockReturnValue()
  for (let count = 0; count < 20; count += 1) await open(`nonsense${count}`)
  const lines = said.mock.calls.map(([line]) => String(line))
  said.mockRestore()

  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: 'ticket refused', level: 'info' })
  expect(lines[0]?.length).toBeLessThan(200)
})

/** Opens the page with this ticket, and with these cookies. */
async function open(ticket: string, cookie = '') {
  const headers = { accept: 'text/html', cookie }
  const response = await edge.request(`/jobs?ticket=${ticket}`, { headers })
  const html = await response.text()
  const set = setOf(html)
  return {
    html,
    set,
    jobs: set.remotes.find((remote) => remote.app === app),
    policy: response.headers.get('content-security-policy') ?? '',
  }
}

const sign = (ticket: Partial<Ticket>, key = privateKey) =>
  signTicket({ apps: {}, local: {}, exp: inMinutes(10), ...ticket }, pem(key))

test('a ticket opens a release that nobody else gets, without another in its place', async () => {
  const apps = { [app]: '2.0.0-preview' }
  const { jobs, set } = await open(await sign({ apps }))

  expect(jobs?.version).toBe('2.0.0-preview')
  expect(jobs).toMatchObject({ isPreview: true, fallbacks: [] })
  expect(set.override).toMatchObject({ apps: [`${app} 2.0.0-preview`], refused: [] })
  expect((await open('')).jobs?.version).toBe('1.0.0')
})

test('what a ticket asks for is given whatever failed in this browser before', async () => {
  const ticket = await sign({ apps: { [app]: '2.0.0-preview' } })
  const { jobs } = await open(ticket, `errand_avoid=${app}@2.0.0-preview~host@1.0.0`)

  expect(jobs?.version).toBe('2.0.0-preview')
})

test('a release that cannot be given is said not to be there', async () => {
  const ticket = await sign({ apps: { [app]: '9.0.0', host: '1.0.0' } })

  expect((await open(ticket)).set.override).toMatchObject({
    apps: ['host 1.0.0'],
    refused: [`${app} 9.0.0`],
  })
})

test('a remote of the own machine takes its place, and its origin alone is let in', async () => {
  const { jobs, set, policy, html } = await open(
    await sign({ local: { [app]: local } }),
    'errand_signed_in=1',
  )

  expect(jobs).toEqual({
    ...place,
    app,
    mount: '/jobs',
    name: 'remote_jobs',
    version: 'dev',
    globalName: 'remote_jobs__dev',
    entry: { url: `${origin}/remoteEntry.js`, as: 'script' },
    preload: [],
    pages: [],
    fallbacks: [],
    isPreview: true,
  })
  expect(set.remotes.map((remote) => remote.app)).toEqual([app, 'remote-chats'])
  expect(set.override).toMatchObject({
    apps: [`${app} from ${origin}`],
    refused: [],
    localOrigins: [origin],
  })
  const directives = policy.split('; ')
  expect(directives).toContain(
    `script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/ ${origin}`,
  )
  expect(directives.find((line) => line.startsWith('connect-src'))).toMatch(
    new RegExp(`${origin} ws://localhost:4010$`),
  )
  expect(directives.find((line) => line.startsWith('trusted-types'))).toContain(
    'errand-remote_jobs__dev',
  )
  expect(html).toContain(`href="${origin}/remoteEntry.js" crossorigin="anonymous"`)
  for (const other of [await open(''), await open(await sign({ apps: { [app]: '1.0.0' } }))])
    expect(other.policy).not.toContain('localhost')
})

test('a remote that was never released is shown where its app has its pages', async () => {
  const { set } = await open(await sign({ local: { 'remote-reports': local } }))

  expect(set.remotes.find((remote) => remote.app === 'remote-reports')?.mount).toBe('/reports')
})

test('a local remote that needs another host is left out, and it is said', async () => {
  const needy = { ...local, requires: { '@errand/shared-auth': '^2.0.0' } }
  const { jobs, set, policy } = await open(await sign({ local: { [app]: needy } }))

  expect(jobs?.version).toBe('1.0.0')
  expect(set.override).toMatchObject({ apps: [], refused: [`${app} from ${origin}`] })
  expect(policy).not.toContain('localhost')
})

test.each([
  ['unsigned', () => sign({ local: { [app]: local } }, generateKeyPairSync('ed25519').privateKey)],
  ['expired', () => sign({ local: { [app]: local }, exp: inMinutes(-1) })],
  ['longer than a day’s work', () => sign({ local: { [app]: local }, exp: inMinutes(60 * 9) })],
  ['longer than previews are kept', () => sign({ apps: {}, exp: inMinutes(60 * 24 * 8) })],
  [
    'for another origin',
    () => sign({ local: { [app]: { ...local, origin: 'https://x.example' } } }),
  ],
  [
    'for an origin with more behind it',
    () => sign({ local: { [app]: { ...local, origin: `${origin} https://x.example` } } }),
  ],
  ['for a local host', () => sign({ local: { host: local } })],
  ['of nobody', () => Promise.resolve('x')],
  [
    'of another issuer',
    () =>
      new SignJWT({ apps: {}, local: { [app]: local } })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setIssuer('somebody')
        .setIssuedAt()
        .setExpirationTime('10m')
        .sign(privateKey),
  ],
])('a ticket that is %s is as good as none', async (_, make) => {
  const { jobs, set, policy } = await open(await make())

  expect(jobs?.version).toBe('1.0.0')
  expect(set.override).toBeUndefined()
  expect(policy).not.toMatch(/localhost|x\.example/)
})
