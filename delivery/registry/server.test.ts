import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort, makeStorage } from '@errand/database/testing'
import { afterAll, expect, test } from 'vitest'

import { startRegistry } from '../testing/local-registry.ts'
import { hostBuild } from '../testing/releases-fixture.ts'
import { definition } from './tables/definition.ts'

const storage = await makeStorage(definition)
const dataDir = mkdtempSync(join(tmpdir(), 'errand-registry-'))
afterAll(async () => {
  await storage.remove()
  rmSync(dataDir, { recursive: true })
})

test('the registry stops cleanly, and gives a reason if it cannot start', async () => {
  const port = String(await freePort())
  const environment = { DATA_DIR: dataDir, REGISTRY_PORT: port, ...storage.environment }
  const start = (more = {}) => startRegistry({ ...environment, ...more }, [hostBuild()])
  const server = await start()
  await expect(start()).rejects.toThrow(`Port ${port} is in use.`)
  await expect(start({ REGISTRY_ADMIN_TOKEN: 'short' })).rejects.toThrow(
    'REGISTRY_ADMIN_TOKEN is not valid',
  )
  expect(await server.stop()).toBe(0)
})
