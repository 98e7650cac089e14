import type { TestProject } from 'vitest/node'

import { startCluster } from './postgres-cluster.ts'

/** PostgreSQL at TEST_DATABASE_URL, else a cluster of its own for this run. */
export default async function setup(project: TestProject) {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) {
    project.provide('postgresUrl', given)
    return undefined
  }
  const cluster = await startCluster()
  project.provide('postgresUrl', cluster.url)
  return cluster.stop
}
