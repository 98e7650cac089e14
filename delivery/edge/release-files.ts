import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

import { Hono } from 'hono'

import type { Releases } from '../releases/open-releases.ts'
import { answerFile } from './answer-file.ts'

/** `/r/<app>/<version>/<file>`: immutable files of published releases. */
export function releaseFiles(releases: Releases) {
  return new Hono().get('/:app/:version/:file{.+}', async (c) => {
    const { app, version, file: name } = c.req.param()
    const file = await releases.file(app, version, name)
    if (file !== undefined) {
      const { status, headers, body } = answerFile(name, file, c.req.header())
      return new Response(body, { status, headers })
    }
    if (await releases.isGone(app, version)) {
      return c.json({ type: 'release-gone', app, version }, 410, { 'cache-control': 'no-store' })
    }
    return c.text('Not found', 404, { 'cache-control': 'no-store' })
  })
}

const prefix = '/r/'

/**
 * Answers a request for a file that is in memory straight from there, which takes a third of the
 * time; answers false for every other request, which then goes the usual way.
 */
export function sendFromMemory(
  releases: Releases,
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
): boolean {
  const { url = '', method, headers } = request
  if (method !== 'GET' || !url.startsWith(prefix)) return false
  const path = url.slice(prefix.length)
  const file = releases.inMemory(path)
  if (file === undefined) return false
  const answer = answerFile(path, file, headers)
  // The two kinds of response have the same methods, but no common type.
  const sender = response as ServerResponse
  // With the whole body at hand Node itself adds its length.
  sender.writeHead(answer.status, answer.headers)
  sender.end(answer.body)
  return true
}
