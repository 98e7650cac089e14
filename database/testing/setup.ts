import { randomUUID } from 'node:crypto'

import type { TestProject } from 'vitest/node'

import {
  openDatabase,
  type Database,
  type DatabaseDefinition,
  type Schema,
} from '../src/database.ts'
import { startTestServer, type TestServer } from './server.ts'
import { administer, urlOf } from './storage.ts'

/** One for all projects of a run: Vitest loads this file anew for each of them. */
const shared = globalThis as { errandTestServer?: Promise<TestServer>; errandTestProjects?: number }

/** Gives a project's tests a migrated database to copy, at TEST_DATABASE_URL or on the run's own server. */
export async function provideDatabase<S extends Schema>(
  project: TestProject,
  definition: DatabaseDefinition<S>,
  prepare: (database: Database<S>) => Promise<void> = async () => {},
): Promise<() => Promise<void>> {
  // Empty is as good as not set.
  const given = process.env['TEST_DATABASE_URL'] || undefined
  const own = given === undefined ? await shareServer() : undefined
  const server = given ?? own?.url('postgres') ?? ''
  const template = `errand_template_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${template}`)
  const database = await openDatabase(definition, {
    databaseUrl: urlOf(server, template),
    dataDir: '',
    onLost: () => {},
  })
  await prepare(database)
  await database.close()
  project.provide('databaseServer', server)
  project.provide('databaseTemplate', template)
  return async () => {
    await administer(server, `drop database ${template} with (force)`)
    if (own !== undefined) await leaveServer(own)
  }
}

function shareServer(): Promise<TestServer> {
  shared.errandTestProjects = (shared.errandTestProjects ?? 0) + 1
  return (shared.errandTestServer ??= startTestServer())
}

async function leaveServer(server: TestServer): Promise<void> {
  shared.errandTestProjects = (shared.errandTestProjects ?? 1) - 1
  if (shared.errandTestProjects === 0) await server.stop()
}
