import {
  openDatabase,
  type Database,
  type DatabaseDefinition,
  type DatabasePlace,
  type Schema,
} from './database.ts'
import { prepareLocalServer } from './local-server.ts'

/**
 * Opens a service's database for as long as a command works. Where neither a URL nor a running
 * product has a server, it runs the local one meanwhile.
 */
export async function useDatabase<S extends Schema>(
  definition: DatabaseDefinition<S>,
  place: DatabasePlace & { onIdleError: (error: Error) => void },
  work: (database: Database<S>) => Promise<void>,
): Promise<void> {
  const server =
    place.databaseUrl === undefined ? await prepareLocalServer(place.dataDir) : undefined
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
    await running?.stop()
    server?.release()
  }
}
