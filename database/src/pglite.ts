import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'

import { lockDataDir } from './data-dir-lock.ts'
import type { Engine } from './database.ts'
import type { DatabaseDefinition, Schema } from './definition.ts'
import { rememberStatements } from './pglite-statements.ts'
import { observeQueries } from './query-channel.ts'

/** The embedded engine: PostgreSQL inside this process, its files in one directory of its own. */
export async function openPglite<S extends Schema>(
  { schema, migrationsFolder }: DatabaseDefinition<S>,
  dataDir: string,
): Promise<Engine<S>> {
  await mkdir(dirname(dataDir), { recursive: true })
  const lock = lockDataDir(dataDir)
  try {
    const client = await PGlite.create({ dataDir })
    rememberStatements(client)
    observeEach(client)
    const queries = drizzle({ client, schema })
    await migrate(queries, { migrationsFolder })
    return {
      queries,
      connection: { engine: 'pglite', client },
      listen: async (channel, onNotification) => {
        await client.listen(channel, onNotification)
      },
      pool: () => undefined,
      // Autovacuum needs worker processes, which there are none of in here.
      maintain: async () => {
        await client.exec('vacuum analyze')
      },
      close: async () => {
        await client.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A transaction has an object of its own, on which its queries are sent. */
function observeEach(client: PGlite): void {
  const transaction = client.transaction.bind(client)
  client.transaction = (work) =>
    transaction((inside) => {
      observeQueries(inside)
      return work(inside)
    })
  observeQueries(client)
}
