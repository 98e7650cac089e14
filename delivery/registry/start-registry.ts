import { requireWritable } from '@errand/database'

import { logError } from '../platform/log.ts'
import type { Stop } from '../platform/program.ts'
import { closeServer, createHttpServer, listen } from '../platform/transport.ts'
import { openRegistry } from './open-registry.ts'
import { readSettings } from './settings.ts'

/** Starts a registry on its port. */
export async function startRegistry(environment: NodeJS.ProcessEnv): Promise<Stop> {
  const settings = readSettings(environment)
  requireWritable('RELEASES_DIR', settings.releasesDir)
  const registry = await openRegistry({ ...settings, logError })
  const server = createHttpServer(registry.routes.fetch)
  await listen(server, settings)
  return async () => {
    await closeServer(server)
    await registry.close()
  }
}
