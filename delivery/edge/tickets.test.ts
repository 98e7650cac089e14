import { generateKeyPairSync, type KeyObject } from 'node:crypto'

import { SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'

import { signTicket, type Ticket } from '../rollouts/ticket.ts'
import { setUpTestEdge } from '../testing/edge-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'

const app = 'remote-jobs'
const fixture = setUpTestEdge(
  [
    hostBuild(),
    remoteBuild(app, '1.0.0', 10),
    remoteBuild('remote-chats', '1.0.0', 20),
    remoteBuild(app, '2.0.0-preview', 10),
  ],
  { LOCAL_REMOTES: '1' },
)
const { edge, start } = fixture
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
fixture.setTicketKey(publicKey.export({ type: 'spki', format: 'pem' }).toString())

const origin = 'http://localhost:4010'
const place = { label: 'Jobs here', icon: [], order: 15 }
const local = { origin, place, requires: { '@errand/shared-auth': '^1.0.0' } }
const here = { local: { [app]: local } }
const inMinutes = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

test('bad tickets are logged only once', async () => {
  const said = vi.spyOn(console, 'log').mockReturnValue()
  for (let count = 0; count < 20; count += 1) await open(`nonsense${count}`)
  const lines = said.mock.calls.map(([line]) => String(line))
  said.mockRestore()

  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: 'ticket refused', level: 'info' })
  expect(lines[0]?.length).toBeLessThan(200)
})

/** Opens the page with this ticket and these cookies. */
async function open(ticket: string, cookie = '', from = edge) {
  const { html, set, policy } = await fixture.open(`/jobs?ticket=${ticket}`, cookie, from)
  return { html, set, policy, jobs: set.remotes.find((remote) => remote.app === app) }
}

/** Submits the consent form of a ticket. */
const consent = (ticket: string, headers: Record<string, string>, from = edge) =>
  from.request(`/jobs?ticket=${ticket}`, { method: 'POST', headers })

/** Opens the page after the ticket's local remotes were allowed. */
async function openAllowed(ticket: string, cookie = '') {
  const answer = await consent(ticket, { 'sec-fetch-site': 'same-origin' })
  const given = answer.headers.get('set-cookie')?.split(';')[0]
  return open(ticket, [cookie, given].join('; '))
}

const sign = (ticket: Partial<Ticket>, key = privateKey) =>
  signTicket({ apps: {}, local: {}, exp: inMinutes(10), ...ticket }, pem(key))

test('a ticket opens a release that nobody else gets, without fallbacks', async () => {
  const apps = { [app]: '2.0.0-preview' }
  const { jobs, set } = await open(await sign({ apps }))

  expect(jobs?.version).toBe('2.0.0-preview')
  expect(jobs).toMatchObject({ isPreview: true, fallbacks: [] })
  expect(set.override).toMatchObject({ apps: [`${app} 2.0.0-preview`], refused: [] })
  // In spite of what failed in this browser before.
  const again = await open(await sign({ apps }), `errand_avoid=${app}@2.0.0-preview~host@1.0.0`)
  expect(again.jobs?.version).toBe('2.0.0-preview')
  expect((await open('')).jobs?.version).toBe('1.0.0')
})

test('in a preview the landing page has the script that keeps the preview', async () => {
  const ticket = await sign({ apps: { [app]: '2.0.0-preview' } })
  const { html, set } = await fixture.open(`/?ticket=${ticket}`)

  expect(html).not.toContain('drawn')
  expect(set.override?.apps).toEqual([`${app} 2.0.0-preview`])
})

test('a release that cannot be previewed is listed as refused', async () => {
  const ticket = await sign({ apps: { [app]: '9.0.0', host: '1.0.0' } })

  expect((await open(ticket)).set.override).toMatchObject({
    apps: ['host 1.0.0'],
    refused: [`${app} 9.0.0`],
  })
})

test('a local remote replaces the released one, and only its origin is allowed', async () => {
  const { jobs, set, policy, html } = await openAllowed(await sign(here), 'errand_signed_in=1')

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

test('an unreleased local remote is mounted at its app’s path', async () => {
  const { set } = await openAllowed(await sign({ local: { 'remote-reports': local } }))

  expect(set.remotes.find((remote) => remote.app === 'remote-reports')?.mount).toBe('/reports')
})

test('a local remote that does not fit the host is listed as refused', async () => {
  const needy = { ...local, requires: { '@errand/shared-auth': '^2.0.0' } }
  const { jobs, set, policy } = await openAllowed(await sign({ local: { [app]: needy } }))

  expect(jobs?.version).toBe('1.0.0')
  expect(set.override).toMatchObject({ apps: [], refused: [`${app} from ${origin}`] })
  expect(policy).not.toContain('localhost')
})

test('local code needs consent first, by name and address, in the reader’s language', async () => {
  const path = `/jobs?ticket=${await sign(here)}`
  const ask = async (language: string) => {
    const headers = {
      accept: 'text/html',
      cookie: 'errand_signed_in=1',
      'accept-language': language,
    }
    const answer = await edge.request(path, { headers })
    return { answer, text: await answer.text() }
  }
  const { answer, text } = await ask('en-GB,en;q=0.9,hi;q=0.8')
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'nonce-[\w+/]{22}=='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.has('set-cookie')).toBe(false)
  for (const part of ['Run code from this computer?', app, origin]) expect(text).toContain(part)
  expect(text).not.toContain('<script')
  expect((await ask('de, hi-IN')).text).toContain('<html lang="hi" dir="ltr"')
  expect((await ask('ar')).text).toContain('<html lang="ar" dir="rtl"')
})

test('only the consent page’s own form allows it, for this ticket only', async () => {
  const ticket = await sign(here)
  const strange: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://x.example' },
    { origin: 'null' },
    {},
  ]
  for (const headers of strange) {
    const refused = await consent(ticket, headers)
    expect(refused.status).toBe(403)
    expect(refused.headers.has('set-cookie')).toBe(false)
  }

  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: 'http://localhost' }]) {
    const { status, headers: given } = await consent(ticket, headers)
    expect(status).toBe(303)
    expect(given.get('location')).toBe(`?ticket=${ticket}`)
    expect(given.get('set-cookie')).toMatch(
      /^errand_local_\w{32}=1; Max-Age=\d{3}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
  }
  const secure = await edge.request(`https://errand.test/jobs?ticket=${ticket}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(secure.headers.get('set-cookie')).toMatch(/^__Host-errand_local_.*; Secure$/)

  const other = await sign({ ...here, exp: inMinutes(11) })
  const [cookie = ''] = (secure.headers.get('set-cookie') ?? '').split(';')
  const asked = await edge.request(`https://errand.test/jobs?ticket=${other}`, {
    headers: { accept: 'text/html', cookie },
  })
  expect(await asked.text()).toContain('Run code from this computer?')
  expect((await consent('nonsense', { 'sec-fetch-site': 'same-origin' })).status).toBe(404)
  expect((await edge.request('/jobs', { method: 'POST' })).status).toBe(404)
})

test('a deployment without local remotes ignores them in tickets', async () => {
  const production = start({ LOCAL_REMOTES: '0' })
  const ticket = await sign({ ...here, apps: { [app]: '2.0.0-preview' } })
  const allowed = await consent(ticket, { 'sec-fetch-site': 'same-origin' })
  const cookie = allowed.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { set, jobs, policy } = await open(ticket, cookie, production)

  expect(jobs?.version).toBe('2.0.0-preview')
  expect(set.override).toMatchObject({
    apps: [`${app} 2.0.0-preview`],
    refused: [`${app} from ${origin}`],
    localOrigins: [],
  })
  expect(policy).not.toContain('localhost')
  const refused = await consent(ticket, { 'sec-fetch-site': 'same-origin' }, production)
  expect(refused.status).toBe(404)
})

test('a ticket does not open a killed release', async () => {
  fixture.publish(remoteBuild(app, '3.0.0', 10))
  const ticket = await sign({ apps: { [app]: '3.0.0' } })
  expect((await open(ticket)).jobs?.version).toBe('3.0.0')
  fixture.change(app, { type: 'kill', version: '3.0.0' })

  const { jobs, set } = await open(ticket)
  expect(jobs?.version).toBe('1.0.0')
  expect(set.override).toMatchObject({ apps: [], refused: [`${app} 3.0.0`] })
})

const at = (other: string) => ({ local: { [app]: { ...local, origin: other } } })

test.each([
  ['unsigned', () => sign(here, generateKeyPairSync('ed25519').privateKey)],
  ['expired', () => sign({ ...here, exp: inMinutes(-1) })],
  ['longer than a day’s work', () => sign({ ...here, exp: inMinutes(60 * 9) })],
  ['longer than previews are kept', () => sign({ apps: {}, exp: inMinutes(60 * 24 * 8) })],
  ['for another origin', () => sign(at('https://x.example'))],
  ['for an origin with more behind it', () => sign(at(`${origin} https://x.example`))],
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
])('a ticket that is %s is ignored', async (_, make) => {
  const { jobs, set, policy } = await open(await make())

  expect(jobs?.version).toBe('1.0.0')
  expect(set.override).toBeUndefined()
  expect(policy).not.toMatch(/localhost|x\.example/)
})
