import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { problemSchema } from '@errand/contract/problem'
import { Hono, type Env } from 'hono'
import { generateSpecs, type GenerateSpecOptions } from 'hono-openapi'
import * as z from 'zod/mini'

import api from '../../../package.json' with { type: 'json' }
import { Problem } from '../http/problem.ts'

const swaggerUiDir = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const script = 'text/javascript; charset=utf-8'

/** Only these files are served. */
const assets: Record<string, string> = {
  'swagger-ui-bundle.js': script,
  'swagger-ui.css': 'text/css; charset=utf-8',
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Errand API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <main id="docs"></main>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`

/** A file of its own, so that the CSP can forbid inline scripts; the validator is an outside service. */
const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', deepLinking: true, tryItOutEnabled: true, validatorUrl: null })
const scheme = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', scheme.matches)
scheme.addEventListener('change', follow)
follow()
`

/** Swagger UI has `data:` icons in its styles; everything else comes from this origin, nothing inline. */
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
      return c.html(page)
    })
    .get('/docs/start.js', (c) => c.body(start, 200, { 'content-type': script }))
    .get('/docs/:asset', async (c) => {
      const name = c.req.param('asset')
      const type = Object.hasOwn(assets, name) ? assets[name] : undefined
      if (type === undefined) throw new Problem('not_found')
      const content = await readFile(join(swaggerUiDir, name))
      return c.body(content, 200, { 'content-type': type, 'cache-control': 'max-age=3600' })
    })
}

const { $schema: _dialect, ...problem } = z.toJSONSchema(problemSchema, { io: 'output' })

const documentation = {
  info: {
    title: 'Errand API',
    version: api.version,
    description:
      'Jobs of an AI-powered WhatsApp assistant. Every error is an RFC 9457 problem document with a `code`.',
  },
  servers: [{ url: '/' }],
  components: {
    schemas: { Problem: problem as object },
    responses: {
      Problem: {
        description: 'A problem',
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    },
    securitySchemes: {
      idToken: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description:
          'The ID token of the identity provider. The app sends one with each call: the browser’s developer tools show it.',
      },
    },
  },
} satisfies GenerateSpecOptions['documentation']

/** The OpenAPI 3.1 document of the app's routes, as they describe themselves. */
export function describeApi<E extends Env>(app: Hono<E>) {
  // Each call lists its own 422, which is a problem document like all others.
  return generateSpecs(app, { documentation, defaultValidationErrorResponse: false })
}
