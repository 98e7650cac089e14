import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { prepareLocalServer } from '../src/local-server.ts'

/** A PostgreSQL of its own in a temporary directory. */
export interface TestServer {
  url: (database: string) => string
  /** As if its machine had failed: no connection is ended, it recovers from what it has written. */
  crash: () => Promise<void>
  stop: () => Promise<void>
}

/** Nothing here outlives the run, so nothing has to reach the disk; many files and processes share it. */
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '400' }

/** Starts the PostgreSQL that comes with the product, for a run of tests. */
export async function startTestServer(): Promise<TestServer> {
  const dir = temporaryFolder('errand-postgres-')
  const server = await prepareLocalServer(dir, settings)
  if (server === undefined) throw new Error(`Another process has ${dir}`)
  let running = server.start('ignore')
  await running.ready
  const crash = async () => {
    running.kill()
    await running.exited
  }
  return {
    url: server.url,
    async crash() {
      await crash()
      running = server.start('ignore')
      await running.ready
    },
    async stop() {
      await crash()
      server.release()
      rmSync(dir, { recursive: true })
    },
  }
}

/** A temporary folder that PostgreSQL may enter: as root the tests run it as another user. */
export function temporaryFolder(prefix: string): string {
  const dir = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(dir, 0o755)
  return dir
}
