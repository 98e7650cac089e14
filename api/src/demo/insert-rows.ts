import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Queries } from '../database/database.ts'

/** So many that a statement's cost is the rows' own, and so few that its text is some megabytes. */
const rowsAtOnce = 2000

/**
 * Stores many rows: each statement carries its rows as one document, which PostgreSQL takes
 * apart far faster than it reads a list of parameters. All rows have the members of the first one.
 */
export async function insertRows<T extends PgTable>(
  queries: Queries,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.entries(getTableColumns(table))
    .filter(([member]) => member in first)
    .map(([member, { name }]) => ({ member, name }))
  const names = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const documents = rows
      .slice(start, start + rowsAtOnce)
      .map((row: Record<string, unknown>) =>
        Object.fromEntries(columns.map(({ member, name }) => [name, row[member] ?? null])),
      )
    const json = JSON.stringify(documents, (_member, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )
    await queries.execute(
      sql`insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, ${json}::json)`,
    )
  }
}
