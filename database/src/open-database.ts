import { join } from 'node:path'

import { Database } from './database.ts'
import type { DatabaseDefinition, Schema } from './definition.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** Where a service keeps its data. */
interface Place {
  databaseUrl: string | undefined
  /** The directory in which the embedded database has its folder. */
  dataDir: string
  onIdleError: (error: Error) => void
}

/** Opens PostgreSQL when there is a URL, else the embedded database in the data directory. */
export async function openDatabase<S extends Schema>(
  definition: DatabaseDefinition<S>,
  { databaseUrl, dataDir, onIdleError }: Place,
): Promise<Database<S>> {
  const engine =
    databaseUrl === undefined
      ? await openPglite(definition, join(dataDir, definition.folder))
      : await openPostgres(definition, databaseUrl, onIdleError)
  return new Database(engine)
}
