import { sessionSorts } from '@errand/contract/chats/session'
import { and, gt, isNull, lte, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'

import { chatSessions } from '../../database/schema.ts'
import { cursorMomentSchema, readCursor, writeCursor } from '../../http/cursor.ts'
import type { SessionRow } from '../rows.ts'

export type SessionSort = (typeof sessionSorts)[number]

/**
 * A list is read as one stretch of an index after the other: first the windows that are open, the
 * one that closes first at the top, then those that are closed, then chats that never had one.
 */
interface Stretch {
  member: 'lastActivityAt' | 'unreadCount' | 'windowExpiresAt' | 'id'
  isDescending: boolean
  within?: SQL | undefined
}

function stretchesOf(sort: SessionSort, asOf: Date): Stretch[] {
  const window = chatSessions.windowExpiresAt
  switch (sort) {
    case '-lastActivityAt':
      return [{ member: 'lastActivityAt', isDescending: true }]
    case 'unread':
      return [{ member: 'unreadCount', isDescending: true }]
    case 'window':
      break
  }
  return [
    { member: 'windowExpiresAt', isDescending: false, within: gt(window, asOf) },
    { member: 'windowExpiresAt', isDescending: true, within: lte(window, asOf) },
    { member: 'id', isDescending: true, within: isNull(window) },
  ]
}

const placeSchema = z.tuple([
  z.enum(sessionSorts),
  cursorMomentSchema,
  z.int().check(z.gte(0), z.lte(2)),
  z.union([z.null(), z.int().check(z.gte(0), z.lte(253_402_300_799_999))]),
  z.string().check(z.regex(/^ses_[0-9A-Z]{26}$/)),
])

/** Where a page begins. */
export interface Place {
  sort: SessionSort
  /** The moment that decides which windows are open, the same for all pages of one reading. */
  asOf: Date
  stretch: number
  after?: { value: number | null; id: string }
}

/** Where a list begins that is read now. */
export const beginningOf = (sort: SessionSort, asOf: Date): Place => ({ sort, asOf, stretch: 0 })

export function readPlace(text: string, sort: SessionSort): Place {
  const ofThisSort = placeSchema.check(z.refine(([its]) => its === sort))
  const [, asOf, stretch, value, id] = readCursor(text, ofThisSort)
  return { sort, asOf: new Date(asOf), stretch, after: { value, id } }
}

/** The cursor of what comes after a row of that stretch. */
export function placeAfter(row: SessionRow, { sort, asOf, stretch }: Place): string {
  const { member } = stretchesOf(sort, asOf)[stretch] ?? { member: 'id' }
  const value = row[member]
  const place = value instanceof Date ? value.getTime() : member === 'id' ? null : value
  return writeCursor([sort, asOf.getTime(), stretch, place, row.id])
}

/** What is left of the list from a place on: one piece for each stretch. */
export function piecesFrom({ sort, asOf, stretch, after }: Place) {
  return stretchesOf(sort, asOf)
    .map((piece, index) => ({ ...piece, index }))
    .slice(stretch)
    .map(({ member, isDescending, within, index }) => ({
      stretch: index,
      where: and(within, index === stretch ? isAfter({ member, isDescending }, after) : undefined),
      orderBy: orderOf(member, isDescending),
    }))
}

function orderOf(member: Stretch['member'], isDescending: boolean): SQL[] {
  const columns = member === 'id' ? [chatSessions.id] : [chatSessions[member], chatSessions.id]
  return columns.map((column) => (isDescending ? sql`${column} desc` : sql`${column} asc`))
}

function isAfter({ member, isDescending }: Stretch, after: Place['after']): SQL | undefined {
  if (after === undefined) return undefined
  const { id } = chatSessions
  if (member === 'id' || after.value === null) return sql`${id} < ${after.id}`
  const column = chatSessions[member]
  const value = member === 'unreadCount' ? after.value : new Date(after.value)
  const comparison = isDescending ? sql`<` : sql`>`
  return sql`(${column}, ${id}) ${comparison} (${sql.param(value, column)}, ${after.id})`
}
