import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

import type { Queries } from '../src/platform/database/database.ts'
import * as schema from '../src/platform/database/schema.ts'

/** Every row of every table of the product as text, to see that nothing was written. */
export async function readState(queries: Queries): Promise<Record<string, string[]>> {
  const state: Record<string, string[]> = {}
  for (const table of Object.values(schema)) {
    if (!is(table, PgTable)) continue
    const rows = await queries.select().from(table)
    state[getTableName(table)] = rows.map(toText).toSorted()
  }
  return state
}

const toText = (row: object): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
