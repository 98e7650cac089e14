import { createServer, type Server } from 'node:http'

import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'

import type { RequestEnv } from './http/context.ts'

/** A server that takes requests. */
export interface Listening {
  /** Takes no more requests and resolves when the running ones are answered, or `graceMs` later. */
  stop: (graceMs: number) => Promise<void>
}

/** Puts the API on a port; rejects with one sentence when that cannot be. */
export async function listen(
  app: Hono<RequestEnv>,
  { port, hostname }: { port: number; hostname: string },
): Promise<Listening> {
  const server = createServer(getRequestListener(app.fetch))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error: NodeJS.ErrnoException) => {
    reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is in use.`) : error)
  })
  server.on('request', (_request, response) => {
    response.once('close', () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
  })
  server.listen(port, hostname, resolve)
  await promise
  return { stop: (graceMs) => stop(server, graceMs) }
}

/** Closing ends the idle connections of now; those that get idle later would linger for seconds. */
async function stop(server: Server, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await promise
  clearTimeout(timer)
}
