import type { listSessionsQuerySchema, SessionList } from '@errand/contract/chats/session'
import { and, count, desc, eq, gte, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

import { readPreferences } from '../../auth/read-preferences.ts'
import type { Queries } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { chatSessions } from '../../database/schema.ts'
import type { SessionRow } from '../rows.ts'
import { toListedSessions } from '../session-view.ts'
import { matchesFilter, needsOwner, type SessionFilter } from './session-filter.ts'
import { beginningOf, piecesFrom, placeAfter, readPlace, type Place } from './session-order.ts'

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
