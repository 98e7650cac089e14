import { fileURLToPath } from 'node:url'

import type * as engine from '@errand/database'

import * as schema from './schema.ts'

/** The registry's tables and their migrations. */
export const definition: engine.DatabaseDefinition<typeof schema> = {
  schema,
  migrationsFolder: fileURLToPath(new URL('../migrations', import.meta.url)),
  migrationLock: 727_002,
  name: 'registry',
  urlSetting: 'REGISTRY_DATABASE_URL',
}

/** The database with the registry's tables. */
export type Database = engine.Database<typeof schema>

/** What repositories query: the database, or a transaction. */
export type Queries = engine.Queries<typeof schema>
