import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import type { Database } from '../src/database.ts'
import type { DatabaseDefinition, Schema } from '../src/definition.ts'
import { openDatabase } from '../src/open-database.ts'

/** One migrated database: each test file copies it, which is ten times faster than making one. */
export async function providePgliteTemplate<S extends Schema>(
  project: TestProject,
  definition: DatabaseDefinition<S>,
  prepare: (database: Database<S>) => Promise<void> = async () => {},
): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'errand-pglite-'))
  const database = await openDatabase(definition, {
    databaseUrl: undefined,
    dataDir,
    onIdleError: () => {},
  })
  await prepare(database)
  await database.close()
  project.provide('pgliteTemplate', join(dataDir, definition.folder))
  return () => rm(dataDir, { recursive: true })
}
