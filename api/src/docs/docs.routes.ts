import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Hono, type Env } from 'hono'

import { Problem } from '../http/problem.ts'
import { describeApi } from './api-document.ts'
import { docsPage, docsScript } from './docs-page.ts'

const swaggerUiDir = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))

/** Only these files of the package are served. */
const assets: Record<string, string> = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
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
export function docsRoutes<E extends Env>(app: Hono<E>) {
  return new Hono()
    .get('/openapi.json', async (c) => c.json(await describeApi(app)))
    .get('/docs', (c) => {
      c.header('content-security-policy', contentSecurityPolicy)
      return c.html(docsPage)
    })
    .get('/docs/start.js', (c) => c.body(docsScript, 200, { 'content-type': 'text/javascript' }))
    .get('/docs/:asset', async (c) => {
      const name = c.req.param('asset')
      const type = assets[name]
      if (type === undefined) throw new Problem('not_found')
      const content = await readFile(join(swaggerUiDir, name))
      return c.body(content, 200, { 'content-type': type, 'cache-control': 'max-age=3600' })
    })
}
