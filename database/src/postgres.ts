import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Pool } from 'pg'

import { isConnectionError } from './connection-error.ts'
import type { Engine } from './database.ts'
import type { DatabaseDefinition, Schema } from './definition.ts'
import { PostgresListener } from './postgres-listener.ts'
import { observeQueries } from './query-channel.ts'

/** Of a server's usual hundred connections, so that several processes have room beside each other. */
const poolSize = 20

/** How long a query waits for a connection while all are busy: less than a page waits for it. */
const patienceMs = 15_000

/** PostgreSQL at a URL; `onIdleError` hears of connections that broke while nobody used them. */
export async function openPostgres<S extends Schema>(
  definition: DatabaseDefinition<S>,
  connectionString: string,
  onIdleError: (error: Error) => void,
): Promise<Engine<S>> {
  const pool = new Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: patienceMs,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  pool.on('error', onIdleError)
  observeQueries(pool)
  pool.on('connect', (client) => {
    observeQueries(client)
    // Without a listener, a connection that breaks inside a transaction would end the process.
    client.on('error', () => {})
  })
  try {
    await migrateAlone(pool, definition)
  } catch (error) {
    await pool.end()
    if (!isConnectionError(error)) throw error
    const { urlSetting } = definition
    throw new Error(`PostgreSQL cannot be reached at ${urlSetting}.`, { cause: error })
  }
  const listeners: PostgresListener[] = []
  return {
    queries: drizzle({ client: pool, schema: definition.schema }),
    connection: { engine: 'postgres', connectionString },
    listen: async (channel, onNotification) => {
      const listener = new PostgresListener({ connectionString, channel, onNotification })
      listeners.push(listener)
      await listener.start()
    },
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      wanted: pool.waitingCount,
    }),
    maintain: async () => {},
    close: async () => {
      await Promise.all(listeners.map((listener) => listener.stop()))
      await pool.end()
    },
  }
}

/** Several processes may start at once; the migrator itself does not expect that. */
async function migrateAlone<S extends Schema>(
  pool: Pool,
  { migrationLock, migrationsFolder }: DatabaseDefinition<S>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle({ client }), { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  } finally {
    // Closed, not given back: an error may have left the lock on this connection.
    client.release(true)
  }
}
