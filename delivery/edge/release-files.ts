import { Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'

import { releaseFileName } from '../releases/release.ts'
import { takesEncoding } from './documents.ts'
import type { Releases } from './open-releases.ts'

const oneYearSeconds = 31_536_000

/** `/r/<app>/<version>/<file>`: immutable files of published releases, compressed at publishing. */
export function releaseFiles(releases: Releases) {
  return new Hono().get('/:app/:version/:file{.+}', async (c) => {
    const { app, version, file: name } = c.req.param()
    const file = await releases.file(app, version, name)
    if (file === undefined) {
      const noStore = { 'cache-control': 'no-store' }
      if (await releases.isGone(app, version))
        return c.json({ type: 'release-gone', app, version }, 410, noStore)
      // A page whose code failed asks by this name whether its release is still there.
      const isThere = name === releaseFileName && releases.find(app, version) !== undefined
      return isThere ? c.body(null, 204, noStore) : c.text('Not found', 404, noStore)
    }
    const { bytes, integrity, encodings } = file
    // Brotli is smaller; browsers list gzip first without preferring it.
    const encoding = (['br', 'gzip'] as const).find(
      (one) => encodings[one] !== undefined && takesEncoding(c, one),
    )
    const etag = `"${[integrity.slice(7), encoding].filter(Boolean).join('-')}"`
    const headers = {
      'content-type': getMimeType(name) ?? 'application/octet-stream',
      'cache-control': `public, max-age=${oneYearSeconds}, immutable`,
      'cross-origin-resource-policy': 'same-origin',
      // Opened directly, a file of a release runs no code.
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      vary: 'accept-encoding',
      etag,
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    }
    const isKnown = c.req.header('if-none-match')?.includes(etag)
    if (isKnown) return new Response(null, { status: 304, headers })
    return new Response(encoding === undefined ? bytes : encodings[encoding], { headers })
  })
}
