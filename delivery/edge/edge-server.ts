import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createSecureServer, type Http2SecureServer } from 'node:http2'

import { getRequestListener } from '@hono/node-server'

import type { Releases } from '../releases/open-releases.ts'
import type { Edge } from './create-edge.ts'
import { sendFromMemory } from './release-files.ts'

/** What listens for an edge. */
export type EdgeServer = Server | Http2SecureServer

interface EdgeServerParts {
  edge: Edge
  releases: Releases
  /** A certificate makes it speak HTTP/2; behind a proxy that has one, HTTP/1.1 will do. */
  tls: { certFile: string; keyFile: string } | undefined
}

/** Puts an edge behind Node's own servers. */
export function createEdgeServer({ edge, releases, tls }: EdgeServerParts): EdgeServer {
  const answer = getRequestListener(edge.fetch)
  const isSecure = tls !== undefined
  const listener = (...[request, response]: Parameters<typeof answer>): void => {
    if (sendFromMemory(releases, request, response)) return
    if (edge.sendDocument(request, response, isSecure)) return
    void answer(request, response)
  }
  // Most requests have no body; Node then makes none.
  if (tls === undefined) return createServer({ optimizeEmptyRequests: true }, listener)
  const certificate = { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) }
  return createSecureServer({ ...certificate, allowHTTP1: true }, listener)
}
