import { join } from 'node:path'

import { Database } from './database.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** Opens PostgreSQL when there is a URL, else the embedded database in the data directory. */
export async function openDatabase(options: {
  databaseUrl: string | undefined
  dataDir: string
  onIdleError: (error: Error) => void
}): Promise<Database> {
  const { databaseUrl, dataDir, onIdleError } = options
  const engine =
    databaseUrl === undefined
      ? await openPglite(join(dataDir, 'db'))
      : await openPostgres(databaseUrl, onIdleError)
  return new Database(engine)
}
