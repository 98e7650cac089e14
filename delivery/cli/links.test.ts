import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { localAdminToken } from '../signing/credentials.ts'
import { errand, forced, setUpLocalRegistry } from '../testing/local-registry.ts'
import { withManifest } from '../testing/registry-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'

const { env, ran, failed } = setUpLocalRegistry()

test('the command uses the registry of its own settings, and reports if another copy runs there', async () => {
  const here = {
    ERRAND_REGISTRY: '',
    ERRAND_EDGE: '',
    PORT: new URL(env['ERRAND_EDGE'] ?? '').port,
  }
  expect(await ran(['status', 'host', '--json'], here)).toContain('"1.0.0"')
  expect(await ran(['why', 'vAyIaUH1s0E321W9CR-sLk'], here)).toMatch(/^host\s+1\.0\.0/m)
  const url = env['ERRAND_REGISTRY'] ?? ''
  const link = ['override', 'host', '1.0.0']
  expect(await ran(link, { ERRAND_EDGE: '', PORT: here.PORT })).toContain(`${url}/?ticket=`)
  expect(await ran([...link, '--registry', url], here)).toContain(`${url}/?ticket=`)
  expect(await ran(link)).toContain(`${env['ERRAND_EDGE']}/?ticket=`)

  // The token of this copy is worth nothing to another, nor is a folder without one.
  const other = mkdtempSync(join(tmpdir(), 'errand-other-'))
  const advice = 'set PORT and DATA_DIR as yours was started with'
  expect(await failed(['status'], 1, { ...here, DATA_DIR: other })).toContain(advice)
  localAdminToken(other)
  expect(await failed(['status'], 1, { ...here, DATA_DIR: other })).toContain(advice)
  rmSync(other, { recursive: true })
})

test('rolling back the host lists the remotes that it cannot run, then and in status', async () => {
  const shared = '@errand/contract'
  const provides = { '@errand/shared-auth': '1.0.0', [shared]: '1.0.0' }
  for (const [app, dist] of [
    ['host', withManifest(hostBuild('2.0.0'), { provides })],
    [
      'remote-more',
      withManifest(remoteBuild('remote-more', '1.0.0', 30), { requires: { [shared]: '1.x' } }),
    ],
  ] as const) {
    await ran(['release', app, '--dist', dist])
    await ran(['rollout', app, 'latest', '--to', '100%', ...forced])
    if (app === 'host') await ran(['promote', app, ...forced])
  }
  expect(await ran(['status'])).not.toContain('cannot run')

  const said = 'host 1.0.0 cannot run remote-more 1.0.0: whoever has this host is given a release'
  expect((await errand(['rollback', 'host', '--dry-run'], env)).stderr).toBe('')
  expect((await errand(['rollback', 'host'], env)).stderr).toContain(said)
  expect(await ran(['status'])).toContain(said)
})

test('a link opens a release that nobody is given, for a limited time', async () => {
  await ran(['release', 'remote-preview', '--dist', remoteBuild('remote-preview', '1.0.0', 30)])
  const link = JSON.parse(
    await ran([
      '--json',
      'override',
      'remote-preview',
      'latest',
      '--for',
      '30m',
      '--path',
      '/preview',
    ]),
  )
  expect(Date.parse(link.expiresAt) - Date.now()).toBeLessThanOrEqual(30 * 60 * 1000)

  const open = async (url: string) =>
    (await fetch(url, { headers: { accept: 'text/html' } })).text()
  // The edge hears a moment later of the new app, whose key proves the release.
  await expect.poll(() => open(link.url)).toContain('"override":{"apps":["remote-preview 1.0.0"]')
  expect(await open(new URL('/preview', link.url).href)).not.toContain('remote-preview')
  expect(await failed(['override', 'remote-preview', 'latest', '--for', '8d'], 2)).toContain(
    'at most 168 hours',
  )
})

test('a local remote needs a server on this machine and a fitting host', async () => {
  const server = 'http://localhost:4010'
  expect(await failed(['override', 'remote-chats', server, '--path', '/chats'], 1)).toContain(
    'The local remote-chats does not fit host 1.0.0: it needs react 19.x',
  )
  expect(await failed(['override', 'remote-chats', 'https://x.example'], 2)).toContain(
    'only name a server of your own machine',
  )
  expect(await failed(['override', 'remote-chats', server, '--for', '9h'], 2)).toContain(
    'at most 8 hours',
  )
  expect(await failed(['override', 'host', server], 2)).toContain('There is no remote host')
})

test('the console token is printed alone to stdout, and the address to stderr', async () => {
  const { code, stdout, stderr } = await errand(['token', '--hours', '0.5'], env)
  expect(code, stderr).toBe(0)
  const registry = new URL(env['ERRAND_REGISTRY'] ?? '')
  expect(stderr).toContain(`Signs in to http://localhost:${registry.port}/console until `)
  expect(stdout).toMatch(/^errand_console_[\w.-]+\n$/)

  const token = stdout.trim()
  const headers = { authorization: `Bearer ${token}` }
  const me = await (await fetch(new URL('/registry/me', registry), { headers })).json()
  expect(me).toMatchObject({ kind: 'admin', actor: 'admin (asha)' })
  expect(await failed(['token'], 1, { ERRAND_TOKEN: token })).toContain(
    'A console token makes no other token.',
  )
  expect(await failed(['token', '--hours', '25'], 2)).toContain('up to 24')
})
