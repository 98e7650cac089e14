import { Hono, type Context } from 'hono'
import { getMimeType } from 'hono/utils/mime'

import type { ReleaseFile, Releases } from '../releases/open-releases.ts'
import { readRange } from './range.ts'

const oneYearSeconds = 31_536_000

/** `/r/<app>/<version>/<file>`: immutable files of published releases. */
export function releaseFiles(releases: Releases) {
  return new Hono().get('/:app/:version/:file{.+}', async (c) => {
    const { app, version, file: name } = c.req.param()
    const file = await releases.file(app, version, name)
    if (file !== undefined) return send(c, name, file)
    if (await releases.isGone(app, version)) {
      return c.json({ type: 'release-gone', app, version }, 410, { 'cache-control': 'no-store' })
    }
    return c.text('Not found', 404, { 'cache-control': 'no-store' })
  })
}

function send(c: Context, name: string, file: ReleaseFile): Response {
  const range = readRange(c.req.header('range'), file.bytes.length)
  const encoding = range === undefined ? chooseEncoding(c, file) : 'identity'
  const etag = `"${file.integrity.slice(7)}${encoding === 'identity' ? '' : `-${encoding}`}"`
  const headers = {
    'content-type': getMimeType(name) ?? 'application/octet-stream',
    'cache-control': `public, max-age=${oneYearSeconds}, immutable`,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'bytes',
    vary: 'accept-encoding',
    etag,
  }
  if (isKnown(c, etag)) return c.body(null, 304, headers)
  if (range === 'unsatisfiable') {
    return c.body(null, 416, { ...headers, 'content-range': `bytes */${file.bytes.length}` })
  }
  if (range !== undefined) {
    const { start, end } = range
    return c.body(file.bytes.slice(start, end + 1), 206, {
      ...headers,
      'content-range': `bytes ${start}-${end}/${file.bytes.length}`,
    })
  }
  if (encoding === 'identity') return c.body(file.bytes, 200, headers)
  return c.body(file.encodings[encoding] ?? file.bytes, 200, {
    ...headers,
    'content-encoding': encoding,
  })
}

function chooseEncoding(c: Context, { encodings }: ReleaseFile): 'br' | 'gzip' | 'identity' {
  const accepted = (c.req.header('accept-encoding') ?? '').split(',').map((part) => part.trim())
  // The smaller one first: browsers list gzip first and mean nothing by it.
  const chosen = (['br', 'gzip'] as const).find(
    (name) => encodings[name] !== undefined && accepted.some((part) => isTaken(part, name)),
  )
  return chosen ?? 'identity'
}

/** `br`, or `br;q=0.5`, but not `br;q=0`. */
function isTaken(part: string, name: string): boolean {
  const [encoding, ...parameters] = part.split(';').map((word) => word.trim())
  return encoding === name && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
}

const isKnown = (c: Context, etag: string): boolean =>
  (c.req.header('if-none-match') ?? '').split(',').some((known) => known.trim() === etag)
