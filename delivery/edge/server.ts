import { readFileSync } from 'node:fs'
import { createSecureServer } from 'node:http2'
import { join } from 'node:path'

import { serve, type ServerType } from '@hono/node-server'

import { folderStore, httpStore } from '../releases/release-store.ts'
import { createRolloutSource } from '../rollouts/rollout-source.ts'
import { createEdge } from './create-edge.ts'
import { followRegistry } from './follow-registry.ts'
import { logError } from './log.ts'
import { readSettings, type Settings } from './settings.ts'

try {
  listen()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function listen(): void {
  const settings = readSettings(process.env)
  const stopping = new AbortController()
  const edge = createEdge({
    settings,
    source: rollouts(settings, stopping.signal),
    store:
      settings.releasesUrl === undefined
        ? folderStore(settings.releasesDir)
        : httpStore(settings.releasesUrl),
  })
  const { port, hostname } = settings
  const server = serve({ fetch: edge.fetch, port, hostname, ...secure(settings) }, () =>
    process.send?.({ type: 'ready' }),
  )
  server.on('error', (error: NodeJS.ErrnoException) => {
    fail(error.code === 'EADDRINUSE' ? `Port ${port} is in use.` : error.message)
  })
  const stop = () => {
    stopping.abort()
    close(server)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // The parent is gone, however it ended.
  process.once('disconnect', stop)
}

function rollouts({ development, registry, dataDir }: Settings, signal: AbortSignal) {
  // Development servers are the only release there is.
  if (development !== undefined || registry.url === undefined) return createRolloutSource()
  const { url, token } = registry
  const cacheFile = join(dataDir, 'edge', 'rollouts.json')
  return followRegistry({ url, token, cacheFile, signal })
}

/** HTTP/2 where there is a certificate; behind a proxy that has one, HTTP/1.1. */
function secure({ tls }: Settings) {
  if (tls === undefined) return {}
  return {
    createServer: createSecureServer,
    serverOptions: {
      cert: readFileSync(tls.certFile),
      key: readFileSync(tls.keyFile),
      allowHTTP1: true,
    },
  }
}

/** Answers what was begun; streams, which never end by themselves, are cut after a moment. */
function close(server: ServerType): void {
  server.close(() => process.exit(0))
  if ('closeIdleConnections' in server) server.closeIdleConnections()
  setTimeout(() => process.exit(0), 1_000).unref()
}

function fail(message: string): void {
  logError(message, new Error('The edge could not start'))
  process.send?.({ type: 'failed', message })
  process.exitCode = 1
  process.disconnect?.()
}
