import type * as engine from '@errand/database'

import type * as schema from './schema.ts'

/** The database with the api's tables. */
export type Database = engine.Database<typeof schema>

/** What a repository sends its queries to: the database, or a transaction of it. */
export type Queries = engine.Queries<typeof schema>
