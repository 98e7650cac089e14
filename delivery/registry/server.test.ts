import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort, makeStorage, type Storage } from '@errand/database/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { startRegistry, type TestServer } from '../testing/processes.ts'
import { readEvents } from '../testing/read-events.ts'
import { rollout } from '../testing/registry-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { localAdminToken } from './credentials.ts'
import { definition } from './tables/definition.ts'
import type * as schema from './tables/schema.ts'

let storage: Storage<typeof schema>
let dataDir = ''
const running: TestServer[] = []

beforeEach(async () => {
  storage = await makeStorage(definition)
  dataDir = mkdtempSync(join(tmpdir(), 'errand-registry-'))
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop('SIGKILL')
  await storage.remove()
  rmSync(dataDir, { recursive: true })
})

async function start(more: Record<string, string> = {}) {
  const port = await freePort()
  const environment = { DATA_DIR: dataDir, ...storage.environment }
  const server = await startRegistry({ ...environment, REGISTRY_PORT: String(port), ...more }, [
    hostBuild(),
    remoteBuild('remote-jobs', '1.0.0', 10),
  ])
  running.push(server)
  const headers = { authorization: `Bearer ${localAdminToken(environment.DATA_DIR)}` }
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}/registry${path}`, { ...init, headers })
  return { ...server, port, call }
}

test('what runs is known again after the power has gone', async () => {
  const first = await start()
  const body = JSON.stringify({ change: { type: 'pin', visitor: 'v1', arm: 'stable' } })
  expect((await first.call('/apps/remote-jobs/changes', { method: 'POST', body })).status).toBe(200)
  const before = await (await first.call('/document')).json()
  await first.stop('SIGKILL')

  const second = await start()
  expect(await (await second.call('/document')).json()).toEqual(before)
})

test('it ends in order while somebody listens', async () => {
  const server = await start()
  const listener = readEvents(await server.call('/events'))
  expect(await listener.next()).toMatchObject({ event: 'change' })
  const body = JSON.stringify({ change: rollout('9.9.9') })
  const refused = await server.call('/apps/remote-jobs/changes', { method: 'POST', body })
  expect(refused.status).toBe(409)

  expect(await server.stop()).toBe(0)
  expect(await listener.next()).toBeUndefined()
})

test('why it cannot start is one sentence', async () => {
  const { port } = await start()
  const other = { DATA_DIR: join(dataDir, 'other'), REGISTRY_PORT: String(port) }
  await expect(start(other)).rejects.toThrow(`Port ${port} is in use.`)
  await expect(start({ REGISTRY_ADMIN_TOKEN: 'short' })).rejects.toThrow(
    'REGISTRY_ADMIN_TOKEN is not valid',
  )
})
