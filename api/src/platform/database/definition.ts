import { fileURLToPath } from 'node:url'

import type { DatabaseDefinition } from '@errand/database'

import * as schema from './schema.ts'

/** The api's tables and their migrations. */
export const definition: DatabaseDefinition<typeof schema> = {
  schema,
  migrationsFolder: fileURLToPath(new URL('../../../drizzle', import.meta.url)),
  migrationLock: 727_001,
  name: 'errand',
  urlSetting: 'DATABASE_URL',
}
