import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'
import { inject } from 'vitest'

import type { Database } from '../src/database.ts'
import type { DatabaseDefinition, Schema } from '../src/definition.ts'
import { openDatabase } from '../src/open-database.ts'

/** A place of one's own for data on the engine of this run. */
export interface Storage<S extends Schema> {
  /** What a server has to be started with to find it. */
  environment: Record<string, string>
  open: () => Promise<Database<S>>
  remove: () => Promise<void>
}

/** Makes a database for these tables, on PGlite a copy of the run's template. */
export function makeStorage<S extends Schema>(
  definition: DatabaseDefinition<S>,
): Promise<Storage<S>> {
  return inject('engine') === 'pglite' ? copyTemplate(definition) : createDatabase(definition)
}

// `drop … with (force)` breaks connections that are still closing; nobody needs to hear of it.
const onIdleError = () => {}

async function copyTemplate<S extends Schema>(
  definition: DatabaseDefinition<S>,
): Promise<Storage<S>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-pglite-'))
  await cp(inject('pgliteTemplate'), join(dataDir, definition.folder), { recursive: true })
  return {
    environment: { DATA_DIR: dataDir },
    open: () => openDatabase(definition, { databaseUrl: undefined, dataDir, onIdleError }),
    remove: () => rm(dataDir, { recursive: true }),
  }
}

async function createDatabase<S extends Schema>(
  definition: DatabaseDefinition<S>,
): Promise<Storage<S>> {
  const name = `errand_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  return {
    environment: { [definition.urlSetting]: url.href },
    open: () => openDatabase(definition, { databaseUrl: url.href, dataDir: '', onIdleError }),
    remove: () => administer(`drop database ${name} with (force)`),
  }
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(statement)
  await client.end()
}
