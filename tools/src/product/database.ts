import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { prepareLocalServer } from '@errand/database'

import { say } from '../terminal/report.ts'
import type { Product } from './run-product.ts'

/** Runs the PostgreSQL of the data directory, unless the settings name another one. */
export async function startDatabase({ settings, start }: Product): Promise<void> {
  const { dataDir, databaseUrl } = settings
  if (databaseUrl !== undefined) return
  const earlier = ['db', 'registry']
    .map((name) => join(dataDir, name))
    .filter((folder) => existsSync(join(folder, 'PG_VERSION')))
  if (earlier.length > 0) {
    say(
      `Errand now keeps its data in PostgreSQL and begins anew; what an earlier version kept stays untouched in ${earlier.join(' and ')}.`,
    )
  }
  const server = await prepareLocalServer(dataDir)
  if (server === undefined) {
    throw new Error(`Another command uses the database in ${dataDir}; try again when it has ended.`)
  }
  await start({ name: 'database', launch: server.start })
}
