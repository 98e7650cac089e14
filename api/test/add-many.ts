import { sql, type SQL } from 'drizzle-orm'

import type { Database } from '../src/platform/database/database.ts'

/** Adds tens of thousands of rows, which on a busy machine takes longer than a query may. */
export async function addMany(database: Database, statement: SQL): Promise<void> {
  await database.transaction(async (queries) => {
    await queries.execute(sql`set local statement_timeout = 0`)
    await queries.execute(statement)
  })
}
