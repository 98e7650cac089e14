import { sql, type SQLWrapper } from 'drizzle-orm'

import type { Queries } from './database.ts'

/** The size of a page as text, few enough that its rows are read in a few milliseconds. */
const maxPageBytes = 64 * 1024
const firstPageRows = 50
const usualMaxRows = 100

/** A query for the rows behind one, in an order of its own; all of them if there is none. */
type PageAfter<Row> = (last: Row | undefined, limit: number) => PromiseLike<Row[]> & SQLWrapper

/** Reads the rows of a query in pages of few bytes, however long each row is: one can have a megabyte. */
export async function* readPages<Row>(
  queries: Queries,
  pageAfter: PageAfter<Row>,
  { maxRows = usualMaxRows }: { maxRows?: number } = {},
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  let limit = Math.min(firstPageRows, maxRows)
  for (;;) {
    const { found, fitting } = await measurePage(queries, pageAfter(last, limit), maxPageBytes)
    const rows = found === 0 ? [] : await pageAfter(last, fitting)
    if (rows.length === 0) return
    yield rows
    if (found < limit && fitting === found) return
    last = rows.at(-1)
    // Rows that do not fit are measured in vain, so their number follows what fitted.
    limit = Math.min(fitting * 2, maxRows)
  }
}

/** How many rows a page would have, and how many of them are few enough bytes as text; at least the first. */
export async function measurePage(
  queries: Queries,
  page: SQLWrapper,
  maxBytes: number,
): Promise<{ found: number; fitting: number }> {
  const [sizes] = await queries
    .select({
      found: sql<number>`count(*)::int`,
      fitting: sql<number>`(count(*) filter (where bytes <= ${maxBytes} or number = 1))::int`,
    })
    .from(
      sql`(
        select row_number() over rows_before as number,
          sum(octet_length(page::text)) over rows_before as bytes
        from ${page} page
        window rows_before as (rows unbounded preceding)
      ) sizes`,
    )
  return sizes ?? { found: 0, fitting: 0 }
}
