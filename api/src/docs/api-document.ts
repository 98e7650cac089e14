import { problemSchema } from '@errand/contract/problem'
import type { Hono, Env } from 'hono'
import { generateSpecs, type GenerateSpecOptions } from 'hono-openapi'
import * as z from 'zod/mini'

import api from '../../package.json' with { type: 'json' }

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
  // What a query is refused with is said by each call: 422, and a problem like all others.
  return generateSpecs(app, { documentation, defaultValidationErrorResponse: false })
}
