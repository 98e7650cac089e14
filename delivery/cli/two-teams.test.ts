import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort, makeStorage } from '@errand/database/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { definition } from '../registry/tables/definition.ts'
import { errand, errandProcess } from '../testing/local-registry.ts'
import { startRegistry, type TestServer } from '../testing/processes.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'errand-teams-'))
const env: Record<string, string> = { DATA_DIR: dataDir }
const storage = await makeStorage(definition)
let registry: TestServer

beforeAll(async () => {
  const port = String(await freePort())
  registry = await startRegistry(
    { ...storage.environment, REGISTRY_PORT: port, DATA_DIR: dataDir },
    [hostBuild()],
  )
  env['ERRAND_REGISTRY'] = `http://127.0.0.1:${port}`
})

afterAll(async () => {
  await registry.stop()
  await storage.remove()
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
      const { code, stderr } = await errandProcess(args, env)
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

test('what was released last is the latest, also when it is what there was before', async () => {
  const release = async (version: string) => {
    const dist = remoteBuild('remote-back', version, 10)
    const { stdout } = await errand(['release', 'remote-back', '--dist', dist], env)
    expect(stdout).toContain(`remote-back ${version} is published.`)
  }
  await release('1.0.0')
  await release('1.1.0')
  await release('1.0.0')

  await errand(['rollout', 'remote-back', 'latest', '--to', '100%'], env)

  const { stdout } = await errand(['status', 'remote-back', '--json'], env)
  expect(JSON.parse(stdout).channel).toMatchObject({ lineage: ['1.0.0'], candidate: null })
})
