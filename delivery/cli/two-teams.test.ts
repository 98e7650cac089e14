import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '@errand/database/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { errand, startServer, type TestServer } from '../testing/processes.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'errand-teams-'))
const env: Record<string, string> = { DATA_DIR: dataDir }
let registry: TestServer

beforeAll(async () => {
  const port = String(await freePort())
  registry = await startServer(
    'registry/server.ts',
    { REGISTRY_PORT: port, DATA_DIR: dataDir, AWAIT_BUILDS: '1' },
    { type: 'publish', distDirs: [hostBuild()] },
  )
  env['ERRAND_REGISTRY'] = `http://127.0.0.1:${port}`
}, 60_000)

afterAll(async () => {
  await registry.stop()
  rmSync(dataDir, { recursive: true })
})

/** Ships one release after the other, each a process of its own; how all of them ended. */
async function ship(app: string, versions: string[]): Promise<string[]> {
  const failures: string[] = []
  for (const version of versions) {
    for (const args of [
      ['release', app, '--dist', remoteBuild(app, version, 10)],
      ['rollout', app, version, '--to', '100%'],
      ...(version === versions[0] ? [] : [['promote', app]]),
    ]) {
      const { code, stderr } = await errand(args, env)
      if (code !== 0) failures.push(`${args.join(' ')}: ${stderr}`)
    }
  }
  return failures
}

test('two teams that ship from two machines at the same moment do not get in each other’s way', async () => {
  const apps = ['remote-left', 'remote-right']
  const versions = ['1.0.0', '1.1.0']

  expect(await Promise.all(apps.map((app) => ship(app, versions)))).toEqual([[], []])

  for (const app of apps) {
    const { channel } = JSON.parse((await errand(['status', app, '--json'], env)).stdout)
    expect(channel).toMatchObject({ lineage: ['1.1.0', '1.0.0'], candidate: null })
  }
})

test('a team that releases again what it had before is told that this is not the latest', async () => {
  const release = async (version: string) =>
    (
      await errand(
        ['release', 'remote-back', '--dist', remoteBuild('remote-back', version, 10)],
        env,
      )
    ).stdout
  expect(await release('1.0.0')).toContain('remote-back 1.0.0 is published.')
  expect(await release('1.1.0')).toContain('remote-back 1.1.0 is published.')
  expect(await release('1.0.0')).toContain(
    'remote-back 1.0.0 was published before; "latest" would be 1.1.0. Roll it out: npx pnpm errand rollout remote-back 1.0.0 --to 5%',
  )
})
