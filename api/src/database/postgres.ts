import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Pool } from 'pg'

import { isConnectionError } from './connection-error.ts'
import type { Engine } from './database.ts'
import { migrations } from './migrations.ts'
import * as schema from './schema.ts'

/** Any number, the same in every process: whoever holds it migrates. */
export const migrationLock = 727_001

/** PostgreSQL at a URL; `onIdleError` hears of connections that broke while nobody used them. */
export async function openPostgres(
  connectionString: string,
  onIdleError: (error: Error) => void,
): Promise<Engine> {
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  pool.on('error', onIdleError)
  try {
    await migrateAlone(pool)
  } catch (error) {
    await pool.end()
    if (!isConnectionError(error)) throw error
    throw new Error('PostgreSQL cannot be reached at DATABASE_URL.', { cause: error })
  }
  return {
    queries: drizzle({ client: pool, schema }),
    maintain: async () => {},
    close: () => pool.end(),
  }
}

/** Several processes may start at once; the migrator itself does not expect that. */
async function migrateAlone(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle({ client }), migrations)
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  } finally {
    // Closed, not given back: an error may have left the lock on this connection.
    client.release(true)
  }
}
