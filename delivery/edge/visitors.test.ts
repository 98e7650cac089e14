import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { releaseSetSchema, type ReleaseSet } from '@errand/contract/release'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { fullWeight } from '../rollouts/channel.ts'
import { createKeyPair, signRelease } from '../signing/keys.ts'
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

beforeAll(() => {
  for (const distDir of [
    hostBuild('1.0.0'),
    hostBuild('1.1.0'),
    remoteBuild('remote-jobs', '1.0.0', 10),
    remoteBuild('remote-jobs', '1.1.0', 10),
    remoteBuild('remote-jobs', '1.2.0', 10),
  ])
    rollouts.publish(distDir)
  rollouts.change('remote-jobs', { type: 'rollout', version: '1.1.0', weight: fullWeight / 2 })
})

afterAll(() => rmSync(releasesDir, { recursive: true }))

interface Visit {
  cookie: string
  set: ReleaseSet
  policy: string
}

/** Opens the page as a browser with these cookies. */
async function visit(cookie = '', path = '/jobs'): Promise<Visit> {
  const response = await edge.request(path, { headers: { accept: 'text/html', cookie } })
  return {
    cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
    set: setOf(await response.text()),
    policy: response.headers.get('content-security-policy') ?? '',
  }
}

/** A visitor whose bucket is on this side of the half. */
async function visitorOf(version: string): Promise<string> {
  for (;;) {
    // Each visit without a cookie is another visitor.
    const { cookie, set } = await visit()
    if (set.remotes[0]?.version === version) return cookie
  }
}

test('a visitor keeps the id and the release, signed in or not', async () => {
  const first = await visit()
  expect(first.cookie).toMatch(/^errand_visitor=\w[\w-]{21}$/)

  for (const more of ['', '; errand_signed_in=1', '; other=x']) {
    const again = await visit(`${first.cookie}${more}`)
    expect(again.cookie).toBe(first.cookie)
    expect(again.set.id).toBe(first.set.id)
  }
})

test('the id is the visitor’s own secret, and one that is none is replaced', async () => {
  const response = await edge.request('https://errand.test/', {
    headers: { accept: 'text/html', cookie: 'errand_visitor=<script>' },
  })
  const cookie = response.headers.get('set-cookie') ?? ''

  expect(cookie).toMatch(/^errand_visitor=\w[\w-]{21}; /)
  for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Secure', 'Max-Age=31536000'])
    expect(cookie).toContain(attribute)
})

test('a set brings the releases to fall back on of each remote, and the policies of all', async () => {
  const { set, policy } = await visit(await visitorOf('1.1.0'))
  const [jobs] = set.remotes

  expect(jobs?.fallbacks).toMatchObject([
    { version: '1.0.0', entry: { url: '/r/remote-jobs/1.0.0/remoteEntry.js' } },
  ])
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain('trusted-types host-1.0.0 remote-jobs-1.1.0 remote-jobs-1.0.0')
})

test('a release that failed in this browser is not given again', async () => {
  const visitor = await visitorOf('1.1.0')
  const { set } = await visit(`${visitor}; errand_avoid=remote-jobs@1.1.0`)

  expect(set.remotes[0]?.version).toBe('1.0.0')
  const nonsense = await visit(`${visitor}; errand_avoid=~~remote-jobs@~${'x'.repeat(3000)}`)
  expect(nonsense.set.remotes[0]?.version).toBe('1.1.0')
})

test('open pages can ask what they would get now, without a new document', async () => {
  const cookie = await visitorOf('1.1.0')
  const ask = async () =>
    releaseSetSchema.parse(
      await (await edge.request('/release-set', { headers: { cookie } })).json(),
    )
  expect((await ask()).remotes[0]?.version).toBe('1.1.0')

  rollouts.change('remote-jobs', { type: 'kill', version: '1.1.0' })

  const after = await ask()
  expect(after.remotes[0]?.version).toBe('1.0.0')
  expect(after.revoked).toEqual(['remote-jobs@1.1.0'])
})

test('the first release of a remote is in the pages of its share alone', async () => {
  const app = 'remote-reports'
  rollouts.publish(remoteBuild(app, '1.0.0', 40))
  rollouts.change(app, { type: 'kill', version: '1.0.0' })
  rollouts.publish(remoteBuild(app, '1.1.0', 40))
  rollouts.change(app, { type: 'rollout', version: '1.1.0', weight: fullWeight / 2 })
  const open = async (cookie = '') => {
    const response = await edge.request('/reports', { headers: { accept: 'text/html', cookie } })
    const { remotes } = setOf(await response.text())
    return { status: response.status, version: remotes.find((one) => one.app === app)?.version }
  }
  const seen = new Set<string>()
  while (seen.size < 2) {
    const { status, version } = await open()
    seen.add(`${status} ${version}`)
  }
  expect(seen).toEqual(new Set(['200 1.1.0', '404 undefined']))

  rollouts.change(app, { type: 'pin', visitor: 'v-1', arm: 'candidate' })
  const why = await (await edge.request('/why?visitor=v-1')).json()
  expect(why.apps).toContainEqual(expect.objectContaining({ app, runs: '1.1.0', rule: 'pin' }))
  rollouts.change(app, { type: 'promote' })
  expect(await open()).toEqual({ status: 200, version: '1.1.0' })
})

test('the host is rolled out like any app', async () => {
  rollouts.change('host', { type: 'rollout', version: '1.1.0', weight: fullWeight })

  expect((await visit((await visit()).cookie)).set.host.version).toBe('1.1.0')
  rollouts.change('host', { type: 'rollback' })
  expect((await visit((await visit()).cookie)).set.host.version).toBe('1.0.0')
})

test('a release whose files are damaged is left out, and its predecessor taken', async () => {
  rollouts.publish(remoteBuild('remote-chats', '1.0.0', 20))
  rollouts.publish(remoteBuild('remote-chats', '1.1.0', 20))
  writeFileSync(join(releasesDir, 'remote-chats', '1.1.0', 'release.json'), '{')
  rollouts.change('remote-chats', { type: 'rollout', version: '1.1.0', weight: fullWeight })

  const { set } = await visit((await visit()).cookie)
  expect(set.remotes.find(({ app }) => app === 'remote-chats')?.version).toBe('1.0.0')
})

test.each<[string, (directory: string) => void]>([
  [
    'its account was altered, hashes and all',
    (directory) => {
      const file = join(directory, 'release.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace('"label":"', '"label":"Free '))
    },
  ],
  ['a stranger signed it', (directory) => void signRelease(directory, createKeyPair().privateKey)],
  ['nobody signed it', (directory) => rmSync(join(directory, 'release.sig.json'))],
])('a release is left out when %s, and its files are not sent', async (what, tamper) => {
  const version = `1.1.0-${what.length}`
  rollouts.publish(remoteBuild('remote-forged', '1.0.0', 30))
  rollouts.publish(remoteBuild('remote-forged', version, 30))
  tamper(join(releasesDir, 'remote-forged', version))
  rollouts.change('remote-forged', { type: 'rollout', version, weight: fullWeight })

  const { set } = await visit((await visit()).cookie)
  expect(set.remotes.find(({ app }) => app === 'remote-forged')?.version).toBe('1.0.0')
  expect((await edge.request(`/r/remote-forged/${version}/remoteEntry.js`)).status).toBe(503)
})

test('a release that nobody signed is nothing to fall back on', async () => {
  const app = 'remote-older'
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    rollouts.publish(remoteBuild(app, version, 40))
    if (version === '1.0.0') continue
    rollouts.change(app, { type: 'rollout', version, weight: fullWeight })
    rollouts.change(app, { type: 'promote' })
  }
  rmSync(join(releasesDir, app, '1.1.0', 'release.sig.json'))

  const { set } = await visit()
  const older = set.remotes.find((remote) => remote.app === app)
  expect(older?.version).toBe('1.2.0')
  expect(older?.fallbacks.map(({ version }) => version)).toEqual(['1.0.0'])
})

test('who listens for changes hears a heartbeat, and can tell a dead stream', async () => {
  const { body, headers } = await edge.request('/release-set/events')
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  while (!heard.includes('event: heartbeat\ndata: \n\n')) heard += (await reader?.read())?.value
  await reader?.cancel()

  expect(heard).toMatch(/data: changed\nid: \d+\n/)
  // HTTP/2 has no headers of connections.

  expect(headers.get('content-type')).toBe('text/event-stream')
  expect(headers.has('connection')).toBe(false)
  expect(headers.has('transfer-encoding')).toBe(false)
})
