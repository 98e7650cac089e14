import { requireWritable } from '@errand/database'

import { logError } from '../platform/log.ts'
import { refuseToStart } from '../platform/program.ts'
import { createHttpServer } from '../platform/transport.ts'
import { openRegistry } from './open-registry.ts'
import { readSettings } from './settings.ts'

async function start(): Promise<void> {
  // Until there is something to end in order.
  let stop = (): void => process.exit(0)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop())
  // The parent is gone, however it ended.
  process.once('disconnect', () => stop())
  const settings = readSettings(process.env)
  const { port, hostname, releasesDir } = settings
  requireWritable('RELEASES_DIR', releasesDir)
  const registry = await openRegistry({ ...settings, logError })
  const server = createHttpServer(registry.routes.fetch)
  server.on('error', (error: NodeJS.ErrnoException) => {
    refuseToStart(error.code === 'EADDRINUSE' ? `Port ${port} is in use.` : error)
  })
  server.listen(port, hostname, () => process.send?.({ type: 'ready' }))
  stop = () => {
    server.close(() => void registry.close().finally(() => process.exit(0)))
    // A connection that gets idle only now would linger for seconds.
    setTimeout(() => process.exit(0), 1_000).unref()
  }
}

try {
  await start()
} catch (error) {
  refuseToStart(error)
}
