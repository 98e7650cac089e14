import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'

import { servedPaths } from './served-paths.ts'

type Listener = Parameters<typeof createServer>[1]
interface ApiSpec {
  default: { paths: Record<string, unknown> }
}
interface EmulatorServer {
  createApp: (project: string) => Promise<Listener>
}

/**
 * The official Firebase Auth emulator, inside this process. Its command line takes six seconds to
 * start, opens two more ports and writes a log wherever it is started. Most of that time it compiles
 * validators for eighty calls, of which a product with phone sign-in uses a quarter: with these
 * alone it is there in one second and takes half the memory.
 */
export async function createEmulator(project: string): Promise<Server> {
  // CommonJS without types.
  const require = createRequire(import.meta.url)
  const spec: ApiSpec = require('firebase-tools/lib/emulator/auth/apiSpec')
  const { paths } = spec.default
  const missing = servedPaths.filter((path) => !(path in paths))
  if (missing.length > 0) throw new Error(`firebase-tools no longer knows ${missing.join(', ')}`)
  for (const path of Object.keys(paths)) if (!servedPaths.includes(path)) delete paths[path]

  const { createApp }: EmulatorServer = require('firebase-tools/lib/emulator/auth/server')
  return createServer(await createApp(project))
}
