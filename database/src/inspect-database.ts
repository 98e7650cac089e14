import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Client } from 'pg'

import { isConnectionError } from './connection-error.ts'
import {
  findDatabaseUrl,
  migrationsTable,
  unreachableMessage,
  type DatabaseDefinition,
  type DatabaseLocation,
  type Schema,
} from './database.ts'

/** What an inspection finds out about a service's database. */
export interface DatabaseReport {
  /** The major version. */
  version: number
  /** How many migrations exist, how many were applied, and whether newer ones than ours were. */
  migrations: { known: number; applied: number; isNewer: boolean }
}

const timeoutMs = 10_000

/** Inspects a database without changing it; throws one sentence when it cannot be reached. */
export async function inspectDatabase<S extends Schema>(
  definition: DatabaseDefinition<S>,
  place: DatabaseLocation,
): Promise<DatabaseReport> {
  const { migrationsFolder } = definition
  const table = migrationsTable(definition.name)
  const client = new Client({
    connectionString: findDatabaseUrl(definition, place),
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
  })
  // Without a listener an error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const [about] = (await client.query<About>(aboutQuery, [table])).rows
    if (about === undefined) throw new Error('The database said nothing of itself.')
    const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
    const applied = about.mayReadMigrations ? await readApplied(client, table) : []
    return {
      version: Math.trunc(about.version / 10_000),
      migrations: {
        known: known.length,
        applied: applied.filter((millis) => known.includes(millis)).length,
        isNewer: applied.some((millis) => millis > Math.max(...known)),
      },
    }
  } catch (error) {
    if (!isConnectionError(error)) throw error
    throw new Error(unreachableMessage(definition, place), { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

interface About {
  version: number
  mayReadMigrations: boolean
}

const aboutQuery = `select current_setting('server_version_num')::int as "version",
  exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'drizzle' and c.relname = $1
      and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
  ) as "mayReadMigrations"`

async function readApplied(client: Client, table: string): Promise<number[]> {
  const { rows } = await client.query<{ at: string }>(
    `select created_at as "at" from drizzle.${table}`,
  )
  return rows.map(({ at }) => Number(at))
}
