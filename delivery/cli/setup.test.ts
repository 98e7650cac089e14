import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort, makeStorage } from '@errand/database/testing'
import { afterAll, expect, test } from 'vitest'

import { definition } from '../registry/tables/definition.ts'
import { errand, startServer } from '../testing/local-registry.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'

const storage = await makeStorage(definition)
const dataDir = mkdtempSync(join(tmpdir(), 'errand-setup-'))
const env = { ...storage.environment, DATA_DIR: dataDir }
afterAll(async () => {
  await storage.remove()
  rmSync(dataDir, { recursive: true })
})

test('setup lets an edge serve pages, and running it again changes nothing', async () => {
  const remote = (version: string) => remoteBuild('remote-jobs', version, 10)
  const { code, stdout } = await errand(['setup', '--dist', hostBuild(), remote('1.0.0')], env)
  expect(code).toBe(0)
  for (const file of ['admin.token', 'reader.token', 'tickets.key', 'host.pem', 'remote-jobs.pem'])
    expect(stdout).toMatch(new RegExp(`^made .*/keys/${file}$`, 'm'))
  expect(stdout).toMatch(/^made\s+Everybody runs host 1\.0\.0\.$/m)

  const [registryPort, port] = [await freePort(), await freePort()]
  const registry = await startServer('registry/server.ts', {
    ...env,
    REGISTRY_PORT: String(registryPort),
  })
  const edge = await startServer('edge/server.ts', {
    DATA_DIR: dataDir,
    PORT: String(port),
    REGISTRY_URL: `http://127.0.0.1:${registryPort}/registry`,
    FIREBASE_API_KEY: 'key',
  })
  const page = await fetch(`http://127.0.0.1:${port}/login`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('remote-jobs/1.0.0/')

  const again = await errand(['setup', '--dist', hostBuild('1.1.0'), remote('1.1.0')], env)
  expect(again.stdout).not.toContain('made')
  expect(again.stdout).toMatch(/^kept\s+Everybody runs remote-jobs 1\.0\.0\.$/m)
  await Promise.all([edge.stop(), registry.stop()])
})

test('without a database setup says what to set', async () => {
  const { code, stderr } = await errand(['setup'], { DATA_DIR: dataDir, NODE_ENV: 'production' })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^REGISTRY_DATABASE_URL must be set in production: .*\n$/)
})
