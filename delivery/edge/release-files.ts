import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { getMimeType } from 'hono/utils/mime'

import type { Releases } from '../releases/open-releases.ts'

/** `/r/<app>/<version>/<file>`: immutable files of published releases. */
export function releaseFiles(releases: Releases) {
  return new Hono().use(compress()).get('/:app/:version/:file{.+}', async (c) => {
    const { app, version, file } = c.req.param()
    const bytes = await releases.file(app, version, file)
    if (bytes === undefined) return c.text('Not found', 404, { 'cache-control': 'no-store' })
    return c.body(bytes, 200, {
      'content-type': getMimeType(file) ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
  })
}
