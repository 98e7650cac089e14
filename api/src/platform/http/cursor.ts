import { idSchema, type IdKind } from '@errand/contract/ids'
import * as z from 'zod/mini'

import { Problem } from './problem.ts'

/** The end of the year 9999: cursors hold no later moment, and none before 1970. */
const latestMs = 253_402_300_799_999

/** A moment in a cursor, in milliseconds. */
export const cursorMomentSchema = z.int().check(z.gte(0), z.lte(latestMs))

/** Encodes a position in a list; what it consists of is up to the list. */
export function writeCursor(place: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/**
 * Decodes a cursor. A text that is no cursor of this list is refused; `member` is the query parameter
 * that the problem names.
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

/** The last row of a page in a list by time; the next page works even if the row was deleted. */
export interface TimePosition {
  at: Date
  id: string
}

/** Decodes the cursor of a list by time; `kind` is the kind of its ids, `member` the query parameter. */
export function readTimeCursor(
  text: string | undefined,
  { kind, member }: { kind: IdKind; member?: string },
): TimePosition | undefined {
  if (text === undefined) return undefined
  const [moment, id] = readCursor(text, z.tuple([cursorMomentSchema, idSchema(kind)]), member)
  return { at: new Date(moment), id }
}

/** One page of rows; the caller reads one row more than `limit`, which tells whether there is a next page. */
export function toTimePage<R, T>(
  rows: R[],
  limit: number,
  { toItem, positionOf }: { toItem: (row: R) => T; positionOf: (row: R) => TimePosition },
): { items: T[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const position = last && positionOf(last)
  return {
    items: shown.map(toItem),
    nextCursor: position === undefined ? null : writeCursor([position.at.getTime(), position.id]),
  }
}
