import type { Queries } from './database.ts'

/**
 * A query that many requests send in the same words: built once for the database, once for each
 * transaction that sends it, and under its name planned once for each connection. Only for those that
 * are looked up by keys, where one plan is right for all values.
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
