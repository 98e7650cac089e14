import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Target } from './errand.ts'
import { newDatabase } from './database.ts'
import { freePort, identityOrigin, productEnvironment, tlsEnvironment } from './product.ts'
import { serverProcess, type ServerProcess } from './server-process.ts'
import { root } from './source.ts'
import { test as base } from './test.ts'

export { expect } from './test.ts'

const run = promisify(execFile)

/** An edge and a registry of the test's own, with the builds of the product under test. */
export interface OwnEdge {
  origin: string
  target: Target
  registry: ServerProcess
  edge: ServerProcess
}

/** A test whose pages come from an edge that it may kill; api and identity are everybody's. */
export const test = base.extend<object, { own: OwnEdge }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads here what a fixture needs
  own: [({}, use) => withOwnEdge(use), { scope: 'worker' }],
  baseURL: ({ own }, use) => use(own.origin),
})

/** The same with an edge and a registry that no other test has used. */
export const testAlone = base.extend<{ own: OwnEdge }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads here what a fixture needs
  own: ({}, use) => withOwnEdge(use),
  baseURL: ({ own }, use) => use(own.origin),
})

async function withOwnEdge(use: (own: OwnEdge) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'errand-e2e-'))
  const database = await newDatabase()
  const environment = { DATA_DIR: dataDir, REGISTRY_DATABASE_URL: database.url }
  await run(process.execPath, [join(root, 'tools/src/build.ts'), '--publish'], {
    env: { ...process.env, ...environment },
  })
  const own = createOwnEdge(dataDir, environment)
  await own.registry.start()
  await own.edge.start()
  await use(own)
  await Promise.all([own.edge.kill(), own.registry.kill()])
  await database.remove()
  rmSync(dataDir, { recursive: true })
}

function createOwnEdge(dataDir: string, environment: Record<string, string>): OwnEdge {
  const [registryPort, edgePort] = [freePort(), freePort()]
  const registryUrl = `http://127.0.0.1:${registryPort}`
  const origin = `https://localhost:${edgePort}`
  const token = randomBytes(24).toString('base64url')
  return {
    origin,
    target: { dataDir, registry: registryUrl, edge: origin },
    registry: serverProcess('delivery/registry/server.ts', {
      ...environment,
      REGISTRY_PORT: registryPort,
      REGISTRY_READER_TOKEN: token,
    }),
    edge: serverProcess('delivery/edge/server.ts', {
      ...tlsEnvironment,
      PORT: edgePort,
      DATA_DIR: dataDir,
      API_URL: `http://127.0.0.1:${productEnvironment.API_PORT}`,
      REGISTRY_URL: `${registryUrl}/registry`,
      REGISTRY_TOKEN: token,
      IDENTITY_EMULATOR_URL: identityOrigin,
    }),
  }
}
