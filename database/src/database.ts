import { AsyncLocalStorage } from 'node:async_hooks'

import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

import type { Schema } from './definition.ts'

/** What a repository sends its queries to: the database, or a transaction of it. */
export type Queries<S extends Schema> = PgDatabase<PgQueryResultHKT, S>

/** The raw connection, for a library that brings tables of its own. */
export type Connection =
  | { engine: 'pglite'; client: PGlite }
  | { engine: 'postgres'; connectionString: string }

/** What an engine brings along. */
export interface Engine<S extends Schema> {
  queries: Queries<S>
  connection: Connection
  /** Hears of what any process says on a channel, and of every moment it may have missed something. */
  listen: (channel: string, onNotification: () => void) => Promise<void>
  /** Keeps the tables tidy where the engine has no worker of its own for it. */
  maintain: () => Promise<void>
  /** The pool's connections, where there is a pool. */
  pool: () => PoolCounts | undefined
  close: () => Promise<void>
}

/** How busy the connections are; `wanted` counts queries that wait for one. */
export interface PoolCounts {
  busy: number
  idle: number
  wanted: number
}

const insideTransaction = new AsyncLocalStorage<true>()

/**
 * The one door to the data, the same for both engines. PGlite has a single connection: a query
 * sent to the database from within a transaction would wait for that transaction for ever. So that
 * is an error, on both engines, instead of a process that hangs.
 */
export class Database<S extends Schema> {
  readonly #engine: Engine<S>

  constructor(engine: Engine<S>) {
    this.#engine = engine
  }

  get queries(): Queries<S> {
    if (insideTransaction.getStore()) {
      throw new Error('Inside a transaction only its own queries may be used')
    }
    return this.#engine.queries
  }

  transaction<T>(work: (queries: Queries<S>) => Promise<T>): Promise<T> {
    return this.queries.transaction((queries) => insideTransaction.run(true, () => work(queries)))
  }

  /**
   * Calls back after each committed `notify` on the channel, by whatever process, until the database
   * is closed. It may call once too often, after a lost connection, but not once too seldom.
   */
  listen(channel: string, onNotification: () => void): Promise<void> {
    return this.#engine.listen(channel, onNotification)
  }

  /** For a library that brings tables of its own; nothing of ours goes past `queries`. */
  get connection(): Connection {
    return this.#engine.connection
  }

  /** Rejects when the database does not answer. */
  async ping(): Promise<void> {
    await this.queries.execute(sql`select 1`)
  }

  pool(): PoolCounts | undefined {
    return this.#engine.pool()
  }

  maintain(): Promise<void> {
    return this.#engine.maintain()
  }

  close(): Promise<void> {
    return this.#engine.close()
  }
}

/** Tells everybody who listens on the channel, once the transaction of these queries is committed. */
export async function notify<S extends Schema>(
  queries: Queries<S>,
  channel: string,
): Promise<void> {
  await queries.execute(sql`select pg_notify(${channel}, '')`)
}
