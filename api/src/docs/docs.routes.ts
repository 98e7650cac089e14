import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Hono, type Env } from 'hono'

import { Problem } from '../http/problem.ts'
import { describeApi } from './api-document.ts'
import { docsPage } from './docs-page.ts'

const swaggerUiDir = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const pageDir = join(import.meta.dirname, 'page')
const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

/** Only these files are served. */
const assets: Record<string, { folder: string; type: string }> = {
  'swagger-ui-bundle.js': { folder: swaggerUiDir, type: script },
  'swagger-ui.css': { folder: swaggerUiDir, type: style },
  'start.js': { folder: pageDir, type: script },
  'sign-in.js': { folder: pageDir, type: script },
  'page.css': { folder: pageDir, type: style },
}

/** Swagger UI makes `data:` icons in its styles; everything else comes from here, nothing is inline. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** /api/openapi.json, written from the routes of `app`, and /api/docs, which shows it to a person. */
export function docsRoutes<E extends Env>(app: Hono<E>, { isLocal }: { isLocal: boolean }) {
  return new Hono()
    .get('/openapi.json', async (c) => c.json(await describeApi(app)))
    .get('/docs', (c) => {
      c.header('content-security-policy', contentSecurityPolicy)
      return c.html(docsPage({ isLocal }))
    })
    .get('/docs/:asset', async (c) => {
      const name = c.req.param('asset')
      const asset = Object.hasOwn(assets, name) ? assets[name] : undefined
      if (asset === undefined) throw new Problem('not_found')
      const content = await readFile(join(asset.folder, name))
      return c.body(content, 200, { 'content-type': asset.type, 'cache-control': 'max-age=3600' })
    })
}
