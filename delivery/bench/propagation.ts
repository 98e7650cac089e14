import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { releaseSetSchema } from '@errand/contract/release'
import { freePort, startTestServer } from '@errand/database/testing'

import { localAdminToken, localReaderToken } from '../registry/credentials.ts'
import type { Change } from '../rollouts/change.ts'
import { startRegistry, startServer, type TestServer } from '../testing/processes.ts'
import { report } from './figures.ts'
import { builds } from './publish-builds.ts'

const changes = 30
const edges = 3
const longestMs = 2_000
const lookEveryMs = 5

/** Changes a rollout again and again, and looks when the last of several edges serves it. */
export async function measurePropagation(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'errand-bench-registry-'))
  const postgres = await startTestServer()
  const servers: TestServer[] = []
  try {
    const databaseUrl = postgres.url('registry')
    const { registryUrl, edgeUrls } = await startAll({ dataDir, databaseUrl }, servers)
    const change = (to: Change) => post(registryUrl, dataDir, to)
    const times: number[] = []
    for (let index = 0; index < changes; index += 1) {
      const known = Math.max(...(await Promise.all(edgeUrls.map(revisionAt))))
      const since = performance.now()
      await change({ type: 'rollout', version: 'on', weight: 1_000 + index })
      await Promise.all(edgeUrls.map((url) => untilNewer(url, known)))
      times.push(performance.now() - since)
    }
    const slowest = Math.max(...times)
    report({
      name: 'propagation',
      measured: `${Math.round(slowest)} ms at most for ${edges} edges, in ${changes} changes`,
      threshold: `< ${longestMs} ms`,
      isMet: slowest < longestMs,
    })
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await postgres.stop()
    rmSync(dataDir, { recursive: true })
  }
}

async function startAll(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string },
  servers: TestServer[],
) {
  const port = String(await freePort())
  const registryUrl = `http://127.0.0.1:${port}/registry`
  const registryEnv = {
    REGISTRY_PORT: port,
    REGISTRY_DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
  }
  servers.push(await startRegistry(registryEnv, builds))
  const edgeUrls: string[] = []
  for (let index = 0; index < edges; index += 1) {
    const edgePort = String(await freePort())
    const edgeEnv = {
      PORT: edgePort,
      DATA_DIR: join(dataDir, `edge-${index}`),
      RELEASES_DIR: join(dataDir, 'releases'),
      REGISTRY_URL: registryUrl,
      REGISTRY_TOKEN: localReaderToken(dataDir),
      FIREBASE_API_KEY: 'key',
    }
    servers.push(await startServer('edge/server.ts', edgeEnv))
    edgeUrls.push(`http://127.0.0.1:${edgePort}`)
  }
  return { registryUrl, edgeUrls }
}

async function post(registryUrl: string, dataDir: string, change: Change): Promise<void> {
  const answer = await fetch(`${registryUrl}/apps/flag:job-copy/changes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${localAdminToken(dataDir)}` },
    body: JSON.stringify({ change }),
  })
  if (!answer.ok) throw new Error(`The registry answered ${answer.status}: ${await answer.text()}`)
}

async function revisionAt(edgeUrl: string): Promise<number> {
  const answer = await fetch(`${edgeUrl}/release-set`)
  return releaseSetSchema.parse(await answer.json()).revision
}

async function untilNewer(edgeUrl: string, known: number): Promise<void> {
  while ((await revisionAt(edgeUrl)) <= known) await pause(lookEveryMs)
}
