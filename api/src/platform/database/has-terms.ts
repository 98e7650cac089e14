import { searchTermsOf } from '@errand/contract/search-text'
import { and, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Whether a folded text contains every term of a search; a search without words finds nothing. */
export function hasTerms(column: PgColumn, query: string | undefined): SQL | undefined {
  if (query === undefined || query.trim() === '') return undefined
  const terms = searchTermsOf(query)
  if (terms.length === 0) return sql`false`
  return and(...terms.map((term) => sql`position(${term}::text in ${column}) > 0`))
}
