import type { Context, MiddlewareHandler } from 'hono'
import { resolver, uniqueSymbol } from 'hono-openapi'
import * as z from 'zod/mini'

import { toFieldProblems } from './issues.ts'
import { parseJson, TooNested } from './parse-json.ts'
import { Problem } from './problem.ts'
import { sentence } from './sentences.ts'
import { findUnstorable, tooDeep, tooMany } from './storable.ts'
import { findUnknownMembers } from './unknown-members.ts'

type Schema = z.core.$ZodType

/** Reads and checks the body; the same schema describes it in the OpenAPI document. */
export function jsonBody<S extends Schema>(schema: S, { isOptional = false } = {}) {
  const handler: MiddlewareHandler<
    object,
    string,
    { in: { json: z.input<S> }; out: { json: z.output<S> } }
  > = async (c, next) => {
    const document = await readJson(c, isOptional)
    const input = check(schema, document) as object
    const errors = findUnknownMembers(document, input)
    if (errors.length > 0) throw new Problem('validation_failed', { errors })
    c.req.addValidatedData('json', input)
    await next()
  }
  const content = { 'application/json': { schema: resolver(schema) } }
  const requestBody = { required: !isOptional, content }
  return Object.assign(handler, { [uniqueSymbol]: { spec: { requestBody } } })
}

/** The value as the schema gives it back, or a problem that says what is wrong with it. */
export function check<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const unstorable = findUnstorable(value)
  if (unstorable !== undefined) throw new Problem('validation_failed', { errors: [unstorable] })
  const result = z.safeParse(schema, value, { error: sentence, reportInput: true })
  if (result.success) return result.data
  throw new Problem('validation_failed', { errors: toFieldProblems(result.error.issues) })
}

async function readJson(c: Context, isOptional: boolean): Promise<unknown> {
  const bytes = await c.req.arrayBuffer()
  if (bytes.byteLength === 0) {
    if (isOptional) return {}
    throw new Problem('malformed_request', { detail: 'The request has no body.' })
  }
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new Problem('unsupported_media_type', {
      detail: 'Send the body as content-type: application/json.',
    })
  }
  try {
    return parseJson(new Uint8Array(bytes))
  } catch (cause) {
    if (cause instanceof TooNested) {
      const error = cause.reason === 'too_deep' ? tooDeep([]) : tooMany([])
      throw new Problem('validation_failed', { errors: [error], cause })
    }
    throw new Problem('malformed_request', { detail: 'The body is not valid JSON.', cause })
  }
}
