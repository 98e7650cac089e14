import { messages, parse, protocol, type PGlite, type QueryOptions } from '@electric-sql/pglite'
import { LRUCache } from 'lru-cache'

const { serialize } = protocol

/** As many as a busy product asks in the same words. */
const mostKept = 300

/** A statement that the engine has read, by its name there. */
interface Statement {
  name: string
  /** The types of its values, by their ids. */
  types: number[]
}

/**
 * Has the embedded engine read and plan once what it is asked again and again; each time costs it
 * several times what most answers do. What is asked only once is not worth a place.
 */
export function rememberStatements(client: PGlite): void {
  const { isAskedAgain, ask } = createStatements(client)
  const transaction = client.transaction.bind(client)
  client.transaction = (work) =>
    transaction((inside) => {
      const askOnce = inside.query.bind(inside)
      inside.query = (text, values, options) =>
        // What is over says so itself.
        isAskedAgain(text) && !inside.closed
          ? ask(text, values, options)
          : askOnce(text, values, options)
      return work(inside)
    })
  const askOnce = client.query.bind(client)
  client.query = async (text, values, options) => {
    if (!isAskedAgain(text)) return askOnce(text, values, options)
    await client._checkReady()
    return client._runExclusiveTransaction(async () => {
      const results = await ask(text, values, options)
      await client.syncToFs()
      return results
    })
  }
}

function createStatements(client: PGlite) {
  const asked = new LRUCache<string, true>({ max: mostKept })
  const forgotten: string[] = []
  const statements = new LRUCache<string, Statement>({
    max: mostKept,
    dispose: ({ name }) => forgotten.push(name),
  })
  let count = 0

  /** Whether these words were heard before; they are from now on. */
  function isAskedAgain(text: string): boolean {
    const isHeard = asked.get(text) === true
    if (!isHeard) asked.set(text, true)
    return isHeard
  }

  function ask(text: string, values: unknown[] = [], options?: QueryOptions) {
    return client._runExclusiveQuery(async () => {
      const { name, types } = statements.get(text) ?? (await prepare(text))
      const bind = serialize.bind({
        statement: name,
        values: values.map((value, index) => written(value, types[index] ?? 0, options)),
      })
      try {
        const told = await tell([bind, serialize.describe({ type: 'P' }), serialize.execute({})])
        return resultsOf(told, options)
      } catch (error) {
        if (isStale(error)) statements.delete(text)
        throw error
      }
    })
  }

  async function prepare(text: string): Promise<Statement> {
    count += 1
    const name = `errand_${count}`
    const told = await tell([
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
    ])
    const statement = { name, types: parse.parseDescribeStatementResults(told) }
    statements.set(text, statement)
    const closes = forgotten.splice(0).map((old) => serialize.close({ type: 'S', name: old }))
    if (closes.length > 0) await tell(closes)
    return statement
  }

  /** Together in one message, after which the engine is ready again whatever went wrong. */
  const tell = (parts: Uint8Array[]) =>
    client.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), { syncToFs: false })

  function written(value: unknown, type: number, options?: QueryOptions) {
    if (value === null || value === undefined) return null
    const write = options?.serializers?.[type] ?? client.serializers[type]
    return write === undefined ? textOf(value) : write(value)
  }

  // The caller says what his rows are, as he does to PGlite.
  // oxlint-disable-next-line typescript/no-explicit-any
  function resultsOf(told: Parameters<typeof parse.parseResults>[0], options?: QueryOptions): any {
    return parse.parseResults(told, client.parsers, options)[0]
  }

  return { isAskedAgain, ask }
}

/** For types without a way of their own, as PGlite itself has it. */
// oxlint-disable-next-line typescript/no-base-to-string
const textOf = (value: {}): string => value.toString()

/** The tables have changed since it was planned, or somebody has thrown it away. */
const isStale = (error: unknown): boolean =>
  error instanceof messages.DatabaseError && (error.code === '0A000' || error.code === '26000')
