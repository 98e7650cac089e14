import type { ServerResponse } from 'node:http'

import { serve } from '@hono/node-server'

import { logError } from '../edge/log.ts'
import { openRegistry } from './open-registry.ts'
import { readSettings } from './settings.ts'

async function start(): Promise<void> {
  // Until there is something to end in order.
  let stop = (): void => process.exit(0)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop())
  // The parent is gone, however it ended.
  process.once('disconnect', () => stop())
  const settings = readSettings(process.env)
  const { port, hostname } = settings
  const registry = await openRegistry({ ...settings, logError })
  const server = serve({ fetch: registry.routes.fetch, port, hostname }, () =>
    process.send?.({ type: 'ready' }),
  )
  server.on('error', (error: NodeJS.ErrnoException) => {
    fail(error.code === 'EADDRINUSE' ? `Port ${port} is in use.` : error.message)
  })
  const closeIdle = () => {
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  // A connection that gets idle while the server is being closed would linger for seconds.
  server.on('request', (_request, response: ServerResponse) => {
    response.once('close', () => {
      if (!server.listening) setImmediate(closeIdle)
    })
  })
  stop = () => {
    if (!server.listening) return
    server.close(() => void registry.close().finally(() => process.exit(0)))
    registry.endStreams()
    closeIdle()
  }
}

function fail(message: string): void {
  logError(message, new Error('The registry could not start'))
  // Whatever was opened goes with the process; the database is made for that.
  if (process.send === undefined) process.exit(1)
  process.send({ type: 'failed', message }, () => process.exit(1))
}

try {
  await start()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
