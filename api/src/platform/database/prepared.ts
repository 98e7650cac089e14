import type { Queries } from './database.ts'

/**
 * A prepared statement for a query that many requests send: built once for the database and once
 * for each transaction, and planned once for each connection. Only where one plan suits all
 * values, such as those of one owner. Constants in it are best part of its text (`inlineParams`):
 * with them as parameters PostgreSQL goes on planning it at each call.
 */
export function prepareQuery<T>(build: (queries: Queries) => T): (queries: Queries) => T {
  const built = new WeakMap<Queries, T>()
  return (queries) => {
    const known = built.get(queries)
    if (known !== undefined) return known
    const query = build(queries)
    built.set(queries, query)
    return query
  }
}
