import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort, makeStorage } from '@errand/database/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { definition } from '../registry/tables/definition.ts'
import { startRegistry, type TestServer } from '../testing/processes.ts'
import { described } from '../testing/registry-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { errand } from '../testing/run-errand.ts'
import { edited, typed } from '../testing/typed-build.ts'
import { root } from '../testing/workspace-copy.ts'
import { readDeclarations } from '../types/declarations.ts'

const app = 'remote-jobs'
const library = '@errand/shared-auth'
const session = 'shared-auth/src/session.d.ts'
const dataDir = mkdtempSync(join(tmpdir(), 'errand-types-'))
const env: Record<string, string> = { DATA_DIR: dataDir }
const host = await readDeclarations(join(root, 'host'), [])
const remote = await readDeclarations(join(root, app), [join(root, app, 'src/routes.tsx')])
const storage = await makeStorage(definition)
let registry: TestServer

beforeAll(async () => {
  const port = await freePort()
  registry = await startRegistry(
    { ...storage.environment, REGISTRY_PORT: String(port), DATA_DIR: dataDir },
    [aHost('1.0.0', host), aRemote('1.0.0', remote)],
  )
  env['ERRAND_REGISTRY'] = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await registry.stop()
  await storage.remove()
  rmSync(dataDir, { recursive: true })
})

function aHost(version: string, declarations: typeof host): string {
  const gives = { [library]: ['useSession'] }
  return described(typed(hostBuild(version), declarations), { gives })
}
function aRemote(version: string, declarations: typeof remote): string {
  const uses = { [library]: ['useSession'] }
  return described(typed(remoteBuild(app, version, 10), declarations), { uses })
}

const run = (...args: string[]) => errand(args, env)
const release = (name: string, distDir: string, ...more: string[]) =>
  run('release', name, '--dist', distDir, ...more)

test('a host that breaks what a live remote uses is refused with the offending type', async () => {
  const breaking = aHost('2.0.0', edited(host, session, ['phoneNumber: string', 'phone: string']))
  const refused = await release('host', breaking)
  expect(refused.code).toBe(1)
  expect(refused.stdout).toBe('')
  expect(refused.stderr).toContain('host 2.0.0 does not fit remote-jobs 1.0.0:\nuseSession of')
  expect(refused.stderr).toContain("Property 'phoneNumber' is missing in type 'host.SessionUser'")

  const { stdout } = await release('host', breaking, '--json')
  expect(JSON.parse(stdout).misfits).toMatchObject([{ app, version: '1.0.0', isLive: true }])
})

test('a remote that exposes or expects something else is refused likewise', async () => {
  const wrong = edited(remote, 'remote-jobs/src/routes.d.ts', [
    "RemoteModule['routes']",
    '{ path: number }[]',
  ])
  const exposes = await release(app, aRemote('2.0.0', wrong))
  expect(exposes.code).toBe(1)
  expect(exposes.stderr).toMatch(/does not fit host 1\.0\.0:\n\.\/routes: .*'number'/s)

  const expects = edited(remote, session, ['phoneNumber: string', 'phoneNumber: string; tier: 1'])
  const more = await release(app, aRemote('2.0.0', expects))
  expect(more.stderr).toContain("Property 'tier' is missing in type 'host.SessionUser'")
})

test('a remote for the coming host is published, and goes only where it fits', async () => {
  const more: [string, string] = ['phoneNumber: string', 'phoneNumber: string; tier: 1']
  expect((await release('host', aHost('1.1.0', edited(host, session, more)))).code).toBe(0)
  expect((await run('rollout', 'host', '1.1.0', '--to', '5%')).code).toBe(0)
  const released = await release(app, aRemote('1.1.0', edited(remote, session, more)))
  expect(released.code, released.stderr).toBe(0)
  expect(released.stderr).toContain('remote-jobs 1.1.0 does not fit host 1.0.0')
  expect((await run('rollout', app, '1.1.0', '--to', '5%')).code).toBe(0)

  // Everybody would get it, also in the host that it does not fit: nobody may lose the remote.
  const promoted = await run('promote', app)
  expect(promoted.code).toBe(1)
  expect(promoted.stderr).toContain('their types were not compared, or do not agree')
})

test('two releases that were published before either ran go out together', async () => {
  for (const name of [app, 'host']) expect((await run('rollback', name)).code).toBe(0)
  const adds = (what: string): [string, string] => [
    'phoneNumber: string',
    `phoneNumber: string; ${what}`,
  ]
  const grown = aHost('1.2.0', edited(host, session, adds('level: 1')))
  expect((await release('host', grown)).code).toBe(0)
  const apart = aRemote('1.2.0', edited(remote, session, adds('rank?: 1')))
  expect((await release(app, apart)).code).toBe(0)

  for (const command of [
    ['rollout', 'host', '1.2.0', '--to', '5%'],
    ['rollout', app, '1.2.0', '--to', '5%'],
    ['promote', app],
    ['promote', 'host'],
  ]) {
    const { code, stderr } = await run(...command)
    expect(code, stderr).toBe(0)
  }
})

test('when the host goes back, and later, it is said which remotes it cannot run', async () => {
  const contract = '@errand/contract'
  const provides = { [library]: '1.0.0', [contract]: '1.0.0' }
  const more = { requires: { [contract]: '^1.0.0' } }
  for (const [name, build] of [
    ['host', described(aHost('1.3.0', host), { provides })],
    ['remote-more', described(remoteBuild('remote-more', '1.0.0', 30), more)],
  ] as const) {
    const steps = [await release(name, build), await run('rollout', name, 'latest', '--to', '100%')]
    if (name === 'host') steps.push(await run('promote', name))
    for (const { code, stderr } of steps) expect(code, stderr).toBe(0)
  }
  expect((await run('status')).stdout).not.toContain('cannot run')

  const said = 'host 1.2.0 cannot run remote-more 1.0.0: whoever has this host is given a release'
  expect((await run('rollback', 'host', '--dry-run')).stderr).toBe('')
  const { code, stderr } = await run('rollback', 'host')
  expect(code, stderr).toBe(0)
  expect(stderr).toContain(said)
  expect((await run('status')).stdout).toContain(said)
})

test('a release for a later api than there is says so', async () => {
  const api = createServer((_request, response) =>
    response.end(JSON.stringify({ status: 'ok', contract: '2026-11-01' })),
  )
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const { port } = api.address() as AddressInfo
  const build = described(remoteBuild('remote-late', '1.0.0', 20), { api: '2026-11-21' })
  const edge = `http://127.0.0.1:${port}`
  const { code, stderr } = await release('remote-late', build, '--edge', edge, '--dry-run')
  api.close()
  expect(code).toBe(0)
  expect(stderr).toContain('remote-late 1.0.0 needs the api of 2026-11-21')
})
