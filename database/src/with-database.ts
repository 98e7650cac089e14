import { setTimeout as delay } from 'node:timers/promises'

import { Client } from 'pg'

import {
  openDatabase,
  type ConnectionEvents,
  type Database,
  type DatabaseDefinition,
  type DatabaseLocation,
  type Schema,
} from './database.ts'
import { isLocalServerReady, prepareLocalServer, type LocalServer } from './local-server.ts'

/**
 * Opens a service's database while a command works. Without a URL and a running product, it runs the
 * local server meanwhile.
 */
export async function withDatabase<S extends Schema>(
  definition: DatabaseDefinition<S>,
  place: DatabaseLocation & ConnectionEvents,
  work: (database: Database<S>) => Promise<void>,
): Promise<void> {
  const server = place.databaseUrl === undefined ? await claimOrAwait(place.dataDir) : undefined
  const running = server?.start('ignore')
  try {
    await running?.ready
    const database = await openDatabase(definition, place)
    try {
      await work(database)
    } finally {
      await database.close()
    }
  } finally {
    if (server !== undefined) await waitUntilAlone(server)
    await running?.stop()
    server?.release()
  }
}

/** Waits for other commands that have joined the server meanwhile. */
async function waitUntilAlone(server: LocalServer): Promise<void> {
  const client = new Client({ connectionString: server.url('postgres') })
  client.on('error', () => {})
  try {
    await client.connect()
    while ((await client.query(othersQuery)).rows.length > 0) await delay(100)
  } catch {
    // The server has already stopped.
  } finally {
    await client.end().catch(() => {})
  }
}

const othersQuery = `select from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`

/** Prepares the local server, or waits for the one that another process is starting. */
async function claimOrAwait(dataDir: string): Promise<LocalServer | undefined> {
  while (!(await isLocalServerReady(dataDir))) {
    const server = await prepareLocalServer(dataDir)
    if (server !== undefined) return server
    await delay(100)
  }
  return undefined
}
