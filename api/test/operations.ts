import type { Leaving } from '../src/platform/calls/describe.ts'
import { describeApi } from '../src/platform/docs/docs.routes.ts'
import type { JsonSchema } from './bad-bodies.ts'
import type { QueryParameter } from './bad-queries.ts'
import { createUnopenedApp } from './unopened-api.ts'

interface Response {
  content?: Record<string, { schema?: JsonSchema }>
}

interface Described {
  parameters?: (QueryParameter & { in: string })[]
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, Response>
  security: unknown[]
  'x-leaves': Operation['leaves']
}

/** A call of the OpenAPI document. */
export interface Operation {
  call: string
  method: string
  path: string
  parameters: QueryParameter[]
  body: JsonSchema | undefined
  responses: Record<string, Response>
  /** The statuses that it says it answers with. */
  statuses: number[]
  isPublic: boolean
  leaves: 'nothing' | Leaving
}

/** The OpenAPI document of the routes, as clients read it. */
export const document = await describeApi(createUnopenedApp())

/** Every call of a document. */
export const readOperations = ({ paths }: { paths: object }): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Described>).map(([method, described]) => ({
      call: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: described.parameters ?? [],
      body: described.requestBody?.content['application/json'].schema,
      responses: described.responses,
      statuses: Object.keys(described.responses).map(Number),
      isPublic: described.security.length === 0,
      leaves: described['x-leaves'],
    })),
  )

/** Every call of the product, as the document describes it. */
export const operations = readOperations(document)
