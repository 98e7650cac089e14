import { randomUUID } from 'node:crypto'

import { Client } from 'pg'
import { inject } from 'vitest'

import {
  openDatabase,
  type Database,
  type DatabaseDefinition,
  type Schema,
} from '../src/database.ts'

/** What a project's set-up gives to its tests. */
declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL server on which databases may be created. */
    databaseServer: string
    /** The name of a migrated database there, to copy. */
    databaseTemplate: string
  }
}

/** A database of one's own. */
export interface Storage<S extends Schema> {
  url: string
  /** What a server has to be started with to find it. */
  environment: Record<string, string>
  open: () => Promise<Database<S>>
  remove: () => Promise<void>
}

/** Makes a database: a copy of the run's migrated template, or an empty one. */
export async function makeStorage<S extends Schema>(
  definition: DatabaseDefinition<S>,
  template = inject('databaseTemplate'),
): Promise<Storage<S>> {
  const server = inject('databaseServer')
  const name = `errand_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name} template ${template}`)
  const url = urlOf(server, name)
  return {
    url,
    environment: { [definition.urlSetting]: url },
    // `drop … with (force)` breaks connections that are still closing; nobody needs to hear of it.
    open: () => openDatabase(definition, { databaseUrl: url, dataDir: '', onLost: () => {} }),
    remove: () => administer(server, `drop database ${name} with (force)`),
  }
}

/** Makes a database without tables, as before the first start. */
export const makeEmptyStorage = <S extends Schema>(definition: DatabaseDefinition<S>) =>
  makeStorage(definition, 'template1')

/** Runs one statement on a PostgreSQL server, on a connection of its own. */
export async function administer(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Where a database of a server is. */
export function urlOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = name
  return url.href
}
