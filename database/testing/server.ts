import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { prepareLocalServer, type LocalServer, type RunningServer } from '../src/local-server.ts'

/** All that a server or command under test takes over from the environment of the tests. */
export const bareEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}

/** A PostgreSQL of its own in a temporary directory. */
export interface TestServer {
  url: (database: string) => string
  /** Kills it and starts it again: it recovers from what it has written. */
  crash: () => Promise<void>
  stop: () => Promise<void>
}

/** Nothing here outlives the run, so nothing has to reach the disk; many files and processes share it. */
const quick = { fsync: 'off', full_page_writes: 'off', max_connections: '400' }

/** Starts the PostgreSQL that comes with the product; with no settings at all as it runs there. */
export async function startTestServer(
  settings: Record<string, string> = quick,
): Promise<TestServer> {
  const dir = temporaryFolder('errand-postgres-')
  const server = await prepareLocalServer(dir, settings)
  if (server === undefined) throw new Error(`Another process has ${dir}`)
  let running = server.start('ignore')
  await running.ready
  return {
    url: server.url,
    async crash() {
      running.kill()
      await running.exited
      running = await startAgain(server)
    },
    async stop() {
      await running.stop()
      server.release()
      rmSync(dir, { recursive: true })
    },
  }
}

/** PostgreSQL refuses to start while a query of the killed one still runs. */
async function startAgain(server: LocalServer): Promise<RunningServer> {
  const running = server.start('ignore')
  const isReady = await running.ready.then(
    () => true,
    () => false,
  )
  return isReady ? running : startAgain(server)
}

/** A temporary folder that PostgreSQL may enter: as root the tests run it as another user. */
export function temporaryFolder(prefix: string): string {
  const dir = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(dir, 0o755)
  return dir
}
