import { randomUUID } from 'node:crypto'

import type { TestProject } from 'vitest/node'

import type { Database } from '../src/database.ts'
import type { DatabaseDefinition, Schema } from '../src/definition.ts'
import { openDatabase } from '../src/open-database.ts'
import { administer, urlOf } from './administer.ts'
import { startCluster } from './postgres-cluster.ts'

/** One migrated database that each test file copies, at TEST_DATABASE_URL or in a cluster of its own. */
export async function providePostgresTemplate<S extends Schema>(
  project: TestProject,
  definition: DatabaseDefinition<S>,
  prepare: (database: Database<S>) => Promise<void> = async () => {},
): Promise<() => Promise<void>> {
  // Empty is as good as not set.
  const given = process.env['TEST_DATABASE_URL'] || undefined
  const cluster = given === undefined ? await startCluster() : undefined
  const server = cluster?.url ?? given ?? ''
  const template = `errand_template_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${template}`)
  const databaseUrl = urlOf(server, template)
  const database = await openDatabase(definition, {
    databaseUrl,
    dataDir: '',
    onIdleError: () => {},
  })
  await prepare(database)
  await database.close()
  project.provide('postgresUrl', server)
  project.provide('postgresTemplate', template)
  return async () => {
    if (cluster === undefined) await administer(server, `drop database ${template} with (force)`)
    else await cluster.stop()
  }
}
