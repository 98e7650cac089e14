/** How often a text has to be sent before it gets a name: what is sent once or twice is not worth one. */
const minUses = 5

/** How many texts have names at a time; each is kept by every connection, at a few tens of kilobytes. */
const maxNames = 250

/** A longer text is mostly a list of values whose length is another the next time. */
const maxLength = 8_192

/** After so many seconds the names that are all given away go to other texts; a connection lasts as long. */
export const namesLastSeconds = 60 * 60

/** How many texts are counted at a time, those without a name included. */
const maxCounted = 1_000

type Query = (...args: unknown[]) => unknown

/**
 * Names statements that are sent often, so that PostgreSQL parses them once for each connection, and
 * plans them once where it finds a plan for all values as good as one for these (`plan_cache_mode`).
 * What it returns makes a connection of a pool do so.
 */
export function nameStatements(): (connection: object) => void {
  const names = new Map<string, string>()
  let uses = new Map<string, number>()
  let given = 0
  let since = Date.now()

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || text.length > maxLength) return known
    if (names.size === maxNames) {
      // Whoever sends many texts on purpose slows the others for an hour at most.
      if (Date.now() - since < namesLastSeconds * 1000) return undefined
      names.clear()
      since = Date.now()
    }
    const count = (uses.get(text) ?? 0) + 1
    if (count < minUses) {
      // Counting begins anew, so that texts which nobody sends any more are forgotten.
      if (uses.size === maxCounted) uses = new Map()
      uses.set(text, count)
      return undefined
    }
    uses.delete(text)
    given += 1
    const name = `often_${given}`
    names.set(text, name)
    return name
  }

  return (connection) => {
    const named = connection as { query: Query }
    const query = named.query.bind(connection)
    named.query = (first, ...rest) => {
      const name = isUnnamed(first) && hasValues(rest[0]) ? nameOf(first.text) : undefined
      return query(name === undefined ? first : { ...(first as object), name }, ...rest)
    }
  }
}

/** A text without values may be several statements, which cannot have a name. */
const hasValues = (values: unknown): boolean => Array.isArray(values) && values.length > 0

/** Whether it is a statement without a name; a library's own objects are left alone. */
function isUnnamed(query: unknown): query is { text: string } {
  if (typeof query !== 'object' || query === null || 'submit' in query) return false
  return 'text' in query && typeof query.text === 'string' && !('name' in query && query.name)
}
