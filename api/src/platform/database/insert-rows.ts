import { getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Queries } from './database.ts'

/** Rows per statement: enough for speed, few enough that making them blocks nobody for long. */
const rowsAtOnce = 200

/**
 * Stores many rows: each statement sends its rows as one JSON document, which PostgreSQL reads far faster
 * than a list of parameters. Moments may be texts; members that are no columns are left out.
 */
export async function insertRows<Item extends object>(
  queries: Queries,
  table: PgTable,
  items: readonly Item[],
  toRow: (item: Item) => object = (item) => item,
): Promise<void> {
  for (let start = 0; start < items.length; start += rowsAtOnce) {
    const rows = items.slice(start, start + rowsAtOnce).map(toRow)
    const members = new Set(rows.flatMap((row) => Object.keys(row)))
    const columns = Object.entries(getTableColumns(table)).filter(([member]) => members.has(member))
    const names = sql.join(
      columns.map(([, { name }]) => sql.identifier(name)),
      sql`, `,
    )
    const documents = rows.map((row) =>
      Object.fromEntries(columns.map(([member, { name }]) => [name, Reflect.get(row, member)])),
    )
    const json = JSON.stringify(documents, (_member, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )
    await queries.execute(
      sql`insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, ${json}::json)`,
    )
  }
}
