import * as z from 'zod/mini'

import { Problem } from './problem.ts'

/** The end of the year 9999: what is later, or before 1970, no database of ours has to understand. */
const latestMs = 253_402_300_799_999

/** A moment in a cursor, in milliseconds. */
export const cursorMomentSchema = z.int().check(z.gte(0), z.lte(latestMs))

/** A place in a list as text; what it holds is the list's own business. */
export function writeCursor(place: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/**
 * The place that a cursor names; a text that is no cursor of this list is refused, by the name that
 * the query has for it.
 */
export function readCursor<S extends z.core.$ZodType>(
  text: string,
  schema: S,
  member = 'cursor',
): z.output<S> {
  const parsed = z.safeParse(schema, parseJson(Buffer.from(text, 'base64url').toString()))
  if (parsed.success) return parsed.data
  const detail = 'Not a cursor of a list in this order.'
  throw new Problem('validation_failed', {
    errors: [{ pointer: `#/${member}`, code: 'invalid_cursor', detail }],
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
