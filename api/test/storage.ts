import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'
import { inject } from 'vitest'

import { Database } from '../src/database/database.ts'
import { openPglite } from '../src/database/pglite.ts'
import { openPostgres } from '../src/database/postgres.ts'

/** A place of one's own for data on the engine of this run. */
export interface Storage {
  /** What a server has to be started with to find it. */
  environment: { DATA_DIR: string } | { DATABASE_URL: string }
  open: () => Promise<Database>
  remove: () => Promise<void>
}

export function makeStorage(): Promise<Storage> {
  return inject('engine') === 'pglite' ? copyTemplate() : createDatabase()
}

async function copyTemplate(): Promise<Storage> {
  const dir = await mkdtemp(join(tmpdir(), 'errand-pglite-'))
  const dataDir = join(dir, 'db')
  await cp(inject('pgliteTemplate'), dataDir, { recursive: true })
  return {
    environment: { DATA_DIR: dir },
    open: async () => new Database(await openPglite(dataDir)),
    remove: () => rm(dir, { recursive: true }),
  }
}

async function createDatabase(): Promise<Storage> {
  const name = `errand_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${name}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  return {
    environment: { DATABASE_URL: url.href },
    // `drop … with (force)` breaks connections that are still closing; nobody needs to hear of it.
    open: async () => new Database(await openPostgres(url.href, () => {})),
    remove: () => administer(`drop database ${name} with (force)`),
  }
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(statement)
  await client.end()
}
