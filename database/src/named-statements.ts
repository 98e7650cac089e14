/** How often a text has to be sent before it gets a name: what is sent once or twice is not worth one. */
const minUses = 5

/** How many texts have names; each is kept by every connection, at a few tens of kilobytes. */
const maxNames = 250

/** How many texts are counted at a time, those without a name included. */
const maxCounted = 1_000

type Query = (...args: unknown[]) => unknown

/** The statements of a pool, of which those that are sent often get names. */
export interface StatementNames {
  /** Makes a connection of the pool send them by their names. */
  use: (connection: object) => void
}

/**
 * Names statements that are sent often, so that PostgreSQL parses them once for each connection, and
 * plans them once where it finds a plan for all values as good as one for these (`plan_cache_mode`).
 */
export function nameStatements(): StatementNames {
  const names = new Map<string, string>()
  let uses = new Map<string, number>()

  const nameOf = (text: string): string | undefined => {
    const name = names.get(text)
    if (name !== undefined || names.size === maxNames) return name
    const count = (uses.get(text) ?? 0) + 1
    if (count < minUses) {
      // Counting begins anew, so that texts which nobody sends any more are forgotten.
      if (uses.size === maxCounted) uses = new Map()
      uses.set(text, count)
      return undefined
    }
    uses.delete(text)
    const given = `often_${names.size}`
    names.set(text, given)
    return given
  }

  return {
    use(connection) {
      const named = connection as { query: Query }
      const query = named.query.bind(connection)
      named.query = (first, ...rest) => {
        const name = isUnnamed(first) ? nameOf(first.text) : undefined
        return query(name === undefined ? first : { ...(first as object), name }, ...rest)
      }
    },
  }
}

/** Whether it is a statement with values and without a name; a library's own objects are left alone. */
function isUnnamed(query: unknown): query is { text: string } {
  if (typeof query !== 'object' || query === null || 'submit' in query) return false
  return 'text' in query && typeof query.text === 'string' && !('name' in query && query.name)
}
