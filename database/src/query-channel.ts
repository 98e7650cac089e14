import { tracingChannel } from 'node:diagnostics_channel'

/** A query as subscribers of the channel see it; never its values. */
export interface ObservedQuery {
  statement: string
}

/** Publishes each query when it is sent and answered; costs nothing without subscribers. */
export const queryChannel = tracingChannel<'errand:database:query', ObservedQuery>(
  'errand:database:query',
)

type Query = (...args: unknown[]) => unknown

/** Makes a connection or a pool publish its queries. */
export function observeQueries(connection: object): void {
  const observed = connection as { query: Query }
  const query = observed.query.bind(connection)
  observed.query = (...args) => {
    const statement = statementOf(args[0])
    // With a callback it is the pool passing on a query that was already published.
    const isTold = typeof args.at(-1) === 'function'
    if (!queryChannel.hasSubscribers || isTold || statement === undefined) return query(...args)
    return queryChannel.tracePromise(async () => query(...args), { statement })
  }
}

function statementOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const isConfig = typeof query === 'object' && query !== null && 'text' in query
  return isConfig ? String(query.text) : undefined
}
