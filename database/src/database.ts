import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { Pool } from 'pg'

import { isConnectionError } from './connection-error.ts'
import { Listener } from './listener.ts'
import { findLocalUrl, type LocalDatabase } from './local-server.ts'
import { observeQueries } from './query-channel.ts'

/** Of a server's usual hundred connections, so that several processes have room beside each other. */
const poolSize = 20

/** How long a query waits for a connection while all are busy: less than a page waits for it. */
const connectionTimeoutMs = 15_000

const retryMs = 1_000

/** Tables by name, as Drizzle takes them. */
export type Schema = Record<string, unknown>

/** What a service brings along: its tables and how they came to be. */
export interface DatabaseDefinition<S extends Schema> {
  schema: S
  /** Made by `drizzle-kit generate`, applied at every start. */
  migrationsFolder: string
  /** Any number that no other service has: whoever holds this advisory lock migrates. */
  migrationLock: number
  /** Its database on the local server, and the table that lists its migrations on any. */
  name: LocalDatabase
  /** The setting that holds the URL. */
  urlSetting: string
}

/** Where a service keeps its data: at a URL, or on the local server of a data directory. */
export interface DatabaseLocation {
  databaseUrl: string | undefined
  dataDir: string
}

/** What a repository sends its queries to: the database, or a transaction of it. */
export type Queries<S extends Schema> = PgDatabase<PgQueryResultHKT, S>

/** How busy the connections are; `wanted` counts queries that wait for one. */
export interface PoolCounts {
  busy: number
  idle: number
  waiting: number
}

/** What a process says of its connections to a database. */
export interface ConnectionEvents {
  /** Called once until `onBack`, however many connections are lost and however long. */
  onLost: (error: Error) => void
  onRestored?: () => void
}

/** Opens a service's database and applies its migrations. */
export async function openDatabase<S extends Schema>(
  definition: DatabaseDefinition<S>,
  { databaseUrl, dataDir, ...events }: DatabaseLocation & ConnectionEvents,
): Promise<Database<S>> {
  const place = { databaseUrl, dataDir }
  const url = findDatabaseUrl(definition, place)
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  observeQueries(pool)
  pool.on('connect', (client) => {
    observeQueries(client)
    // Without a listener, a connection that breaks inside a transaction would end the process.
    client.on('error', () => {})
  })
  // The error of an idle connection, which the connection itself reports too.
  pool.on('error', () => {})
  try {
    await migrateUnderLock(pool, definition)
  } catch (error) {
    await pool.end()
    if (!isConnectionError(error)) throw error
    throw new Error(unreachableMessage(definition, place), { cause: error })
  }
  return new Database(url, pool, { schema: definition.schema, ...events })
}

/** The URL of a service's database; throws one sentence where there is none. */
export function findDatabaseUrl<S extends Schema>(
  { name, urlSetting }: DatabaseDefinition<S>,
  { databaseUrl, dataDir }: DatabaseLocation,
): string {
  const url = databaseUrl ?? findLocalUrl(dataDir, name)
  if (url !== undefined) return url
  throw new Error(
    `${urlSetting} is not set, and no PostgreSQL runs in ${dataDir}: start the product with "npm start", or name a server.`,
  )
}

/** One sentence for a database that does not answer. */
export const unreachableMessage = <S extends Schema>(
  { urlSetting }: DatabaseDefinition<S>,
  { databaseUrl, dataDir }: DatabaseLocation,
): string =>
  databaseUrl === undefined
    ? `The PostgreSQL in ${dataDir} does not answer: start the product with "npm start", or set ${urlSetting}.`
    : `PostgreSQL cannot be reached at ${urlSetting}.`

/** A service's database. */
export class Database<S extends Schema> {
  readonly queries: Queries<S>
  /** For a library that brings tables of its own; nothing of ours goes past `queries`. */
  readonly url: string
  readonly #pool: Pool
  readonly #listeners: Listener[] = []
  readonly #events: Required<ConnectionEvents>
  readonly #closing = new AbortController()
  #isLost = false

  constructor(
    url: string,
    pool: Pool,
    { schema, onLost, onRestored = () => {} }: { schema: S } & ConnectionEvents,
  ) {
    this.url = url
    this.#pool = pool
    this.#events = { onLost, onRestored }
    this.queries = drizzle({ client: pool, schema })
    const note = (error: unknown) => {
      // Where all connections are busy for too long the server is there.
      const isBusy = pool.waitingCount > 0 && pool.totalCount === poolSize && pool.idleCount === 0
      if (error instanceof Error && isConnectionError(error) && !isBusy) this.noteLost(error)
    }
    watchFailures(pool, note)
    pool.on('connect', (client) => {
      watchFailures(client, note)
      client.on('error', (error) => this.noteLost(error))
    })
  }

  transaction<T>(work: (queries: Queries<S>) => Promise<T>): Promise<T> {
    return this.queries.transaction(work)
  }

  /**
   * Calls back after each committed `notify` on the channel, by whatever process, until the database
   * is closed. It calls without a payload after a lost connection: nobody knows what was missed.
   */
  async listen(channel: string, onNotification: (payload?: string) => void): Promise<void> {
    const listener = new Listener({
      connectionString: this.url,
      channel,
      onNotification,
      onLost: (error) => this.noteLost(error),
    })
    this.#listeners.push(listener)
    await listener.start()
  }

  /** Rejects when the database does not answer. */
  async ping(): Promise<void> {
    await this.queries.execute(sql`select 1`)
  }

  pool(): PoolCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#listeners.map((listener) => listener.stop()))
    await this.#pool.end()
  }

  /** For whoever has connections of its own: says that the database is away, until it answers. */
  noteLost(error: Error): void {
    if (this.#isLost || this.#closing.signal.aborted) return
    this.#isLost = true
    this.#events.onLost(error)
    void this.#findAgain()
  }

  async #findAgain(): Promise<void> {
    const { signal } = this.#closing
    do {
      await delay(retryMs, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
    } while (!(await this.#isAnswering()))
    this.#isLost = false
    this.#events.onRestored()
  }

  #isAnswering(): Promise<boolean> {
    return this.ping().then(
      () => true,
      () => false,
    )
  }
}

/** A query may fail before its connection says that it was lost; its caller hears of it second. */
function watchFailures(connection: object, onFailure: (error: unknown) => void): void {
  const watched = connection as Record<string, (...args: unknown[]) => unknown>
  for (const name of ['query', 'connect']) {
    const method = watched[name]?.bind(connection)
    watched[name] = (...args) => {
      const answer = method?.(...args)
      if (answer instanceof Promise) answer.catch(onFailure)
      return answer
    }
  }
}

/** Wakes everybody who listens on the channel, once the transaction of these queries is committed. */
export async function notify<S extends Schema>(
  queries: Queries<S>,
  channel: string,
  payload = '',
): Promise<void> {
  await queries.execute(sql`select pg_notify(${channel}, ${payload})`)
}

/** Several processes may start at once; the migrator itself does not expect that. */
async function migrateUnderLock<S extends Schema>(
  pool: Pool,
  { migrationLock, migrationsFolder, name }: DatabaseDefinition<S>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    // A table for each service: several may share one database.
    await migrate(drizzle({ client }), { migrationsFolder, migrationsTable: migrationsTable(name) })
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  } finally {
    // Closed, not given back: an error may have left the lock on this connection.
    client.release(true)
  }
}

/** The table in the schema `drizzle` that lists which migrations of a service were applied. */
export const migrationsTable = (name: LocalDatabase): string => `${name}_migrations`
