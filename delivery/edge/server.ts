import { serve } from '@hono/node-server'

import { createEdge } from './create-edge.ts'
import { logError } from './log.ts'
import { readSettings } from './settings.ts'

try {
  listen()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function listen(): void {
  const settings = readSettings(process.env)
  const { port, hostname } = settings
  const server = serve({ fetch: createEdge(settings).fetch, port, hostname }, () =>
    process.send?.({ type: 'ready' }),
  )
  server.on('error', (error: NodeJS.ErrnoException) => {
    fail(error.code === 'EADDRINUSE' ? `Port ${port} is in use.` : error.message)
  })
  const stop = () => {
    server.close(() => process.exit(0))
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // The parent is gone, however it ended.
  process.once('disconnect', stop)
}

function fail(message: string): void {
  logError(message, new Error('The edge could not start'))
  process.send?.({ type: 'failed', message })
  process.exitCode = 1
  process.disconnect?.()
}
