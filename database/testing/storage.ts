import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { inject } from 'vitest'

import type { Database } from '../src/database.ts'
import type { DatabaseDefinition, Schema } from '../src/definition.ts'
import { openDatabase } from '../src/open-database.ts'
import { administer, urlOf } from './administer.ts'

/** A place of one's own for data on the engine of this run. */
export interface Storage<S extends Schema> {
  /** What a server has to be started with to find it. */
  environment: Record<string, string>
  /** With other migrations, should it be given some. */
  open: (definition?: DatabaseDefinition<S>) => Promise<Database<S>>
  remove: () => Promise<void>
}

/** Makes a database for these tables, a copy of the run's template. */
export function makeStorage<S extends Schema>(
  definition: DatabaseDefinition<S>,
): Promise<Storage<S>> {
  return inject('engine') === 'pglite'
    ? makeDirectory(definition, inject('pgliteTemplate'))
    : createDatabase(definition, inject('postgresTemplate'))
}

/** Makes a database without tables, as before the first start. */
export function makeEmptyStorage<S extends Schema>(
  definition: DatabaseDefinition<S>,
): Promise<Storage<S>> {
  return inject('engine') === 'pglite' ? makeDirectory(definition) : createDatabase(definition)
}

// `drop … with (force)` breaks connections that are still closing; nobody needs to hear of it.
const onIdleError = () => {}

async function makeDirectory<S extends Schema>(
  definition: DatabaseDefinition<S>,
  template?: string,
): Promise<Storage<S>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-pglite-'))
  if (template !== undefined) {
    // A thousand small files: done without a promise for each of them it takes a tenth of the time.
    cpSync(template, join(dataDir, definition.folder), { recursive: true })
  }
  return {
    environment: { DATA_DIR: dataDir },
    open: (used = definition) =>
      openDatabase(used, { databaseUrl: undefined, dataDir, onIdleError }),
    remove: () => rm(dataDir, { recursive: true }),
  }
}

async function createDatabase<S extends Schema>(
  definition: DatabaseDefinition<S>,
  template = 'template1',
): Promise<Storage<S>> {
  const server = inject('postgresUrl')
  const name = `errand_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name} template ${template}`)
  const databaseUrl = urlOf(server, name)
  return {
    environment: { [definition.urlSetting]: databaseUrl },
    open: (used = definition) => openDatabase(used, { databaseUrl, dataDir: '', onIdleError }),
    remove: () => administer(server, `drop database ${name} with (force)`),
  }
}
