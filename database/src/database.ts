import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { Pool } from 'pg'

import { isConnectionError } from './connection-error.ts'
import { Listener } from './listener.ts'
import { findLocalUrl, type LocalDatabase } from './local-server.ts'
import { namesLastSeconds, nameStatements } from './named-statements.ts'
import { observeQueries } from './query-channel.ts'

/** A part of a server's default of 100 connections, so that several processes can share it. */
const poolSize = 20

/** How long a query waits for a free connection: less than a page waits for its response. */
const connectionTimeoutMs = 15_000

const retryMs = 1_000

/** Tables by name, as Drizzle takes them. */
export type Schema = Record<string, unknown>

/** A service's tables and migrations. */
export interface DatabaseDefinition<S extends Schema> {
  schema: S
  /** Made by `drizzle-kit generate`, applied at every start. */
  migrationsFolder: string
  /** The advisory lock held while migrating; a number that no other service uses. */
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
  wanted: number
}

/** Callbacks for when the database is lost and restored. */
export interface ConnectionEvents {
  /** Called once until `onRestored`, however many connections are lost and however long. */
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
    maxLifetimeSeconds: namesLastSeconds,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  observeQueries(pool)
  const nameStatementsOf = nameStatements()
  pool.on('connect', (client) => {
    nameStatementsOf(client)
    observeQueries(client)
    // Without a listener, a connection that breaks inside a transaction would end the process.
    client.on('error', () => {})
  })
  // Idle connections report their errors themselves; without a listener the pool's would end the process.
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
  /** For a library with tables of its own; our own code uses only `queries`. */
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
      // A timeout while all connections are busy does not mean that the server is lost.
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
   * Calls back after each committed `notify` on the channel, from any process, until the database is
   * closed. After a lost connection it calls without a payload, because notifications may be missing.
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
    return { busy: totalCount - idleCount, idle: idleCount, wanted: waitingCount }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#listeners.map((listener) => listener.stop()))
    await this.#pool.end()
  }

  /** Reports a lost connection, also of a library's own; `onRestored` follows once the database answers. */
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

/** Reports failed queries before their callers: a query may fail before its connection reports an error. */
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

/** Notifies all listeners of the channel once the transaction of these queries is committed. */
export async function notify<S extends Schema>(
  queries: Queries<S>,
  channel: string,
  payload = '',
): Promise<void> {
  await queries.execute(sql`select pg_notify(${channel}, ${payload})`)
}

/** Migrates under a lock: several processes may start at once, which the migrator does not handle. */
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
    // The connection is closed, not reused: after an error it may still hold the lock.
    client.release(true)
  }
}

/** The table in the schema `drizzle` that lists which migrations of a service were applied. */
export const migrationsTable = (name: LocalDatabase): string => `${name}_migrations`
