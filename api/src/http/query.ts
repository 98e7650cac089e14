import type { MiddlewareHandler } from 'hono'
import { resolver, uniqueSymbol } from 'hono-openapi'
import type * as z from 'zod/mini'

import { check } from './json-body.ts'
import { Problem } from './problem.ts'

/** Checks the query string; the same schema describes it in the OpenAPI document. */
export function query<S extends z.core.$ZodType>(schema: S) {
  const handler: MiddlewareHandler<
    object,
    string,
    { in: { query: z.input<S> }; out: { query: z.output<S> } }
  > = async (c, next) => {
    c.req.addValidatedData('query', check(schema, toRecord(c.req.queries())) as object)
    await next()
  }
  return Object.assign(handler, { [uniqueSymbol]: { target: 'query', ...resolver(schema) } })
}

function toRecord(queries: Record<string, string[]>): Record<string, string | undefined> {
  const entries = Object.entries(queries).map(([name, values]) => {
    if (values.length === 1) return [name, values[0]]
    const detail = 'Given more than once.'
    throw new Problem('validation_failed', {
      errors: [{ pointer: `#/${name}`, code: 'duplicate', detail }],
    })
  })
  return Object.fromEntries(entries)
}
