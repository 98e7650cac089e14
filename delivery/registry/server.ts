import { serve } from '@hono/node-server'

import { logError } from '../edge/log.ts'
import { openRegistry } from './open-registry.ts'
import { publishToEverybody } from './publish-to-everybody.ts'
import { readSettings } from './settings.ts'

try {
  await start()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const { port, hostname } = settings
  const registry = await openRegistry({ ...settings, logError })
  await publishToEverybody(registry, settings.publishDirs)
  const server = serve({ fetch: registry.routes.fetch, port, hostname }, () =>
    process.send?.({ type: 'ready' }),
  )
  server.on('error', (error: NodeJS.ErrnoException) => {
    fail(error.code === 'EADDRINUSE' ? `Port ${port} is in use.` : error.message)
  })
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    server.close(() => void registry.close().finally(() => process.exit(0)))
    registry.endStreams()
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // The parent is gone, however it ended.
  process.once('disconnect', stop)
}

function fail(message: string): void {
  logError(message, new Error('The registry could not start'))
  // Whatever was opened goes with the process; the database is made for that.
  if (process.send === undefined) process.exit(1)
  process.send({ type: 'failed', message }, () => process.exit(1))
}
