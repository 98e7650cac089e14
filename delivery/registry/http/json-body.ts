import type { Context } from 'hono'
import * as z from 'zod/mini'

import { Refusal } from '../refusal.ts'

/** Reads and checks the body of a request. */
export async function readBody<S extends z.core.$ZodType>(
  c: Context,
  schema: S,
): Promise<z.output<S>> {
  const text = await c.req.text()
  const parsed = z.safeParse(schema, parse(text === '' ? '{}' : text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') ?? ''
  throw new Refusal('validation_failed', `${where === '' ? 'The body' : where} is not valid.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('malformed_request', 'The body is not valid JSON.')
  }
}
