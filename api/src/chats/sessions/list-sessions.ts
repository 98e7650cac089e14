import {
  type listSessionsQuerySchema,
  type SessionList,
  sessionSorts,
} from '@errand/contract/chats/session'
import { and, count, desc, eq, gt, gte, isNull, lte, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'

import { readPreferences } from '../../auth/settings-view.ts'
import type { Queries } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { chatSessions } from '../../database/schema.ts'
import { cursorMomentSchema, readCursor, writeCursor } from '../../http/cursor.ts'
import type { SessionRow } from '../rows.ts'
import { toListedSessions } from '../session-view.ts'
import { matchesFilter, needsOwner, type SessionFilter } from './session-filter.ts'

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
interface Place {
  sort: SessionSort
  /** The moment that decides which windows are open, the same for all pages of one reading. */
  asOf: Date
  stretch: number
  after?: { value: number | null; id: string }
}

/** Where a list begins that is read now. */
export const beginningOf = (sort: SessionSort, asOf: Date): Place => ({ sort, asOf, stretch: 0 })

function readPlace(text: string, sort: SessionSort): Place {
  const ofThisSort = placeSchema.check(z.refine(([its]) => its === sort))
  const [, asOf, stretch, value, id] = readCursor(text, ofThisSort)
  return { sort, asOf: new Date(asOf), stretch, after: { value, id } }
}

/** The cursor of what comes after a row of that stretch. */
function placeAfter(row: SessionRow, { sort, asOf, stretch }: Place): string {
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

/** Who asks for changes since an answer hears again of those that were being written just then. */
const overlapMs = 15_000

/** One page of the chats under a filter; rows that move between two pages can be seen twice. */
export async function listSessions(
  queries: Queries,
  ownerId: string,
  query: z.output<typeof listSessionsQuerySchema>,
): Promise<SessionList> {
  const now = new Date()
  const { sort, limit, cursor, updatedSince, ...filter } = query
  const place = cursor === undefined ? beginningOf(sort, now) : readPlace(cursor, sort)
  const timeZone = await readTimeZone(queries, ownerId, filter)
  const matches = matchesFilter({ ownerId, now, timeZone }, filter)
  const changed =
    updatedSince === undefined ? undefined : gte(chatSessions.updatedAt, before(updatedSince))
  const narrowing = Object.values({ ...filter, cursor, updatedSince })
  const isPlain = sort === '-lastActivityAt' && narrowing.every((value) => value === undefined)
  // One more than asked for, to know whether there is a next page.
  const reading = { matches: and(matches, changed), place, limit: limit + 1 }
  const [found, totals] = await Promise.all([
    isPlain ? readLatest(queries, ownerId, reading) : readPieces(queries, reading),
    countSessions(queries, matches, now),
  ])
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const rows = page.map(({ row }) => row)
  return {
    items: await toListedSessions(queries, rows, now),
    nextCursor: last === undefined ? null : placeAfter(last.row, last.place),
    totals,
    serverTime: now.toISOString(),
  }
}

/** Where the owner's days begin; asked only when the filter speaks of days. */
async function readTimeZone(
  queries: Queries,
  ownerId: string,
  { from, to }: SessionFilter,
): Promise<string> {
  if (from === undefined && to === undefined) return 'UTC'
  return (await readPreferences(queries, ownerId)).business.timeZone
}

function before(moment: string): Date {
  return new Date(new Date(moment).getTime() - overlapMs)
}

interface Reading {
  matches: SQL | undefined
  place: Place
  limit: number
}

async function readLatest(queries: Queries, ownerId: string, { place, limit }: Reading) {
  const rows = await latestSessions(queries).execute({ ownerId, limit })
  return rows.map((row) => ({ row, place }))
}

/** What every page of chats begins with: all of them, the latest first. */
const latestSessions = prepared((queries) =>
  queries
    .select()
    .from(chatSessions)
    .where(eq(chatSessions.ownerId, sql.placeholder('ownerId')))
    .orderBy(desc(chatSessions.lastActivityAt), desc(chatSessions.id))
    .limit(sql.placeholder('limit'))
    .prepare('sessions_latest'),
)

async function readPieces(queries: Queries, { matches, place, limit }: Reading) {
  const found: { row: SessionRow; place: Place }[] = []
  for (const { stretch, where, orderBy } of piecesFrom(place)) {
    if (found.length === limit) break
    const rows = await sessionsPage(queries, and(matches, where), {
      orderBy,
      limit: limit - found.length,
    })
    found.push(...rows.map((row) => ({ row, place: { ...place, stretch } })))
  }
  return found
}

/** The question for one piece of a list. */
export function sessionsPage(
  queries: Queries,
  where: SQL | undefined,
  { orderBy, limit }: { orderBy: SQL[]; limit: number },
) {
  return queries
    .select()
    .from(chatSessions)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
}

async function countSessions(
  queries: Queries,
  matches: SQL | undefined,
  now: Date,
): Promise<SessionList['totals']> {
  const where = (condition: SQL | undefined) =>
    sql<number>`(count(*) filter (where ${condition}))::int`
  const [totals] = await queries
    .select({
      all: count(),
      unread: where(sql`${chatSessions.unreadCount} > 0`),
      needsYou: where(needsOwner(now)),
      saved: where(sql`${chatSessions.savedForLater}`),
      owner: where(sql`${chatSessions.handler} = 'owner' and ${chatSessions.status} = 'active'`),
    })
    .from(chatSessions)
    .where(matches)
  return totals ?? { all: 0, unread: 0, needsYou: 0, saved: 0, owner: 0 }
}
