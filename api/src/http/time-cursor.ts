import { idSchema, type IdKind } from '@errand/contract/ids'
import * as z from 'zod/mini'

import { cursorMomentSchema, readCursor, writeCursor } from './cursor.ts'

/** The last row of a page of what is listed by time; it need not exist any more for the next page. */
export interface TimePosition {
  at: Date
  id: string
}

/** Reads a cursor of a list of these things; `member` is the query's name for it. */
export function readTimeCursor(
  text: string | undefined,
  { kind, member }: { kind: IdKind; member?: string },
): TimePosition | undefined {
  if (text === undefined) return undefined
  const [moment, id] = readCursor(text, z.tuple([cursorMomentSchema, idSchema(kind)]), member)
  return { at: new Date(moment), id }
}

/** One page of rows that were asked for with one more than the limit, to know whether there is a next. */
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
