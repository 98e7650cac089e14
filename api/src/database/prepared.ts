import type { Queries } from './database.ts'

/**
 * A question that many requests ask in the same words: built once for the database, once for each
 * transaction that asks it, and under its name planned once for each connection. Only for those that
 * are looked up by keys, where one plan is right for all values.
 */
export function prepared<T>(build: (queries: Queries) => T): (queries: Queries) => T {
  const built = new WeakMap<Queries, T>()
  return (queries) => {
    const known = built.get(queries)
    if (known !== undefined) return known
    const question = build(queries)
    built.set(queries, question)
    return question
  }
}
