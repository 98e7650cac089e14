import { AsyncLocalStorage } from 'node:async_hooks'

import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

import type * as schema from './schema.ts'

/** What a repository asks its questions of: the database, or a transaction of it. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>

/** What an engine brings along. */
export interface Engine {
  queries: Queries
  /** Keeps the tables tidy where the engine has no worker of its own for it. */
  maintain: () => Promise<void>
  close: () => Promise<void>
}

const insideTransaction = new AsyncLocalStorage<true>()

/**
 * The one door to the data, the same for both engines. PGlite has a single connection: a question
 * put to the database from within a transaction would wait for that transaction for ever. So that
 * is an error, on both engines, instead of a process that hangs.
 */
export class Database {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  get queries(): Queries {
    if (insideTransaction.getStore()) {
      throw new Error('Inside a transaction only its own queries may be used')
    }
    return this.#engine.queries
  }

  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.queries.transaction((queries) => insideTransaction.run(true, () => work(queries)))
  }

  /** Rejects when the database does not answer. */
  async ping(): Promise<void> {
    await this.queries.execute(sql`select 1`)
  }

  maintain(): Promise<void> {
    return this.#engine.maintain()
  }

  close(): Promise<void> {
    return this.#engine.close()
  }
}
