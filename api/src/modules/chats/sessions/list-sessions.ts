import {
  type listSessionsCall,
  type SessionList,
  sessionSorts,
} from '@errand/contract/chats/session'
import { snippetOf } from '@errand/contract/search-marks'
import { and, desc, eq, gt, gte, inArray, isNull, lte, not, or, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { chatSessions, contacts, messages } from '../../../platform/database/schema.ts'
import { cursorMomentSchema, readCursor, writeCursor } from '../../../platform/http/cursor.ts'
import { readPreferences } from '../../account/settings-view.ts'
import type { SessionRow } from '../rows.ts'
import { toSearchQuery } from '../search/search-words.ts'
import { toListedSessions } from '../session-view.ts'
import { countSessions } from './count-sessions.ts'
import { hasAttention, needsOwner } from './needs.ts'

type SessionSort = (typeof sessionSorts)[number]

/**
 * A list is read as one range of an index after another. By window that is: open windows, the one
 * that closes first at the top, then closed ones, then chats that never had one.
 */
interface IndexRange {
  member: 'lastActivityAt' | 'unreadCount' | 'windowExpiresAt' | 'id'
  isDescending: boolean
  within?: SQL | undefined
}

function indexRangesOf(sort: SessionSort, asOf: Date): IndexRange[] {
  const window = chatSessions.windowExpiresAt
  if (sort === '-lastActivityAt') return [{ member: 'lastActivityAt', isDescending: true }]
  if (sort === 'unread') return [{ member: 'unreadCount', isDescending: true }]
  return [
    { member: 'windowExpiresAt', isDescending: false, within: gt(window, asOf) },
    { member: 'windowExpiresAt', isDescending: true, within: lte(window, asOf) },
    { member: 'id', isDescending: true, within: isNull(window) },
  ]
}

const cursorSchema = z.tuple([
  z.enum(sessionSorts),
  cursorMomentSchema,
  z.int().check(z.gte(0), z.lte(2)),
  z.union([z.null(), z.int().check(z.gte(0), z.lte(253_402_300_799_999))]),
  z.string().check(z.regex(/^ses_[0-9A-Z]{26}$/)),
])

/** Where a page starts. */
interface SessionCursor {
  sort: SessionSort
  /** The time by which windows are open or closed, the same for all pages of one listing. */
  asOf: Date
  range: number
  after?: { value: number | null; id: string }
}

function readSessionCursor(text: string, sort: SessionSort): SessionCursor {
  const ofThisSort = cursorSchema.check(z.refine(([its]) => its === sort))
  const [, asOf, range, value, id] = readCursor(text, ofThisSort)
  return { sort, asOf: new Date(asOf), range, after: { value, id } }
}

/** The cursor after a row of the range. */
function cursorAfter(row: SessionRow, { sort, asOf, range }: SessionCursor): string {
  const { member } = indexRangesOf(sort, asOf)[range] ?? { member: 'id' }
  const value = row[member]
  const place = value instanceof Date ? value.getTime() : member === 'id' ? null : value
  return writeCursor([sort, asOf.getTime(), range, place, row.id])
}

function orderOf({ member, isDescending }: IndexRange): SQL[] {
  const columns = member === 'id' ? [chatSessions.id] : [chatSessions[member], chatSessions.id]
  return columns.map((column) => (isDescending ? sql`${column} desc` : sql`${column} asc`))
}

function isAfter(
  { member, isDescending }: IndexRange,
  after: SessionCursor['after'],
): SQL | undefined {
  if (after === undefined) return undefined
  const { id } = chatSessions
  if (member === 'id' || after.value === null) return sql`${id} < ${after.id}`
  const column = chatSessions[member]
  const value = member === 'unreadCount' ? after.value : new Date(after.value)
  const comparison = isDescending ? sql`<` : sql`>`
  return sql`(${column}, ${id}) ${comparison} (${sql.param(value, column)}, ${after.id})`
}

/** Changes that were being written during the last request are returned again by the next one. */
const overlapMs = 15_000

/** One page of the chats under a filter; rows that move between two pages can be seen twice. */
export async function listSessions(
  queries: Queries,
  ownerId: string,
  query: Query,
): Promise<SessionList> {
  const now = new Date()
  const { sort, limit, cursor, updatedSince, ...filter } = query
  const place =
    cursor === undefined ? { sort, asOf: now, range: 0 } : readSessionCursor(cursor, sort)
  const timeZone = await readTimeZone(queries, ownerId, filter)
  const matches = matchesFilter({ ownerId, now, timeZone }, filter)
  const changed =
    updatedSince === undefined ? undefined : gte(chatSessions.updatedAt, withOverlap(updatedSince))
  // One more than asked for, to know whether there is a next page.
  const reading = { matches: and(matches, changed), place, limit: limit + 1 }
  const isFiltered = Object.values(filter).some((part) => part !== undefined)
  const [found, counts] = await Promise.all([
    readRanges(queries, reading),
    countSessions(queries, { ownerId, now, matches: isFiltered ? matches : undefined }),
  ])
  const { all, unread, needsYou, saved, owner } = counts
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const rows = page.map(({ row }) => row)
  const mentioned = await findMentions(queries, { ownerId, rows, q: filter.q })
  return {
    items: await toListedSessions(queries, rows, now),
    ...(mentioned !== undefined && { found: mentioned }),
    nextCursor: last === undefined ? null : cursorAfter(last.row, last.place),
    totals: { all, unread, needsYou, saved, owner },
    serverTime: now.toISOString(),
  }
}

/** The owner's time zone, read only if the filter names days. */
async function readTimeZone(
  queries: Queries,
  ownerId: string,
  { from, to }: SessionFilter,
): Promise<string> {
  if (from === undefined && to === undefined) return 'UTC'
  return (await readPreferences(queries, ownerId)).business.timeZone
}

function withOverlap(moment: string): Date {
  return new Date(new Date(moment).getTime() - overlapMs)
}

async function readRanges(
  queries: Queries,
  { matches, place, limit }: { matches: SQL | undefined; place: SessionCursor; limit: number },
) {
  const found: { row: SessionRow; place: SessionCursor }[] = []
  for (const [index, stretch] of indexRangesOf(place.sort, place.asOf).entries()) {
    if (index < place.range || found.length === limit) continue
    const after = index === place.range ? isAfter(stretch, place.after) : undefined
    const rows = await queries
      .select()
      .from(chatSessions)
      .where(and(matches, stretch.within, after))
      .orderBy(...orderOf(stretch))
      .limit(limit - found.length)
    found.push(...rows.map((row) => ({ row, place: { ...place, range: index } })))
  }
  return found
}

type Query = z.output<(typeof listSessionsCall)['query']>

/** The filter of a list of chats. */
type SessionFilter = Omit<Query, 'limit' | 'cursor' | 'sort' | 'updatedSince'>

/** The owner of the chats, and the time and time zone that the filter refers to. */
export interface FilterContext {
  ownerId: string
  now: Date
  timeZone: string
}

/** The condition for an owner's chats under a filter. */
export function matchesFilter(
  { ownerId, now, timeZone }: FilterContext,
  filter: SessionFilter,
): SQL | undefined {
  const { status, handler, attention, needsYou, saved, jobId, formId, q, from, to } = filter
  return and(
    eq(chatSessions.ownerId, ownerId),
    status && inArray(chatSessions.status, status),
    handler && inArray(chatSessions.handler, handler),
    attention && or(...attention.map((one) => hasAttention(one, now))),
    needsYou === undefined
      ? undefined
      : needsYou
        ? needsOwner(ownerId, now)
        : not(needsOwner(ownerId, now)),
    saved === undefined ? undefined : eq(chatSessions.savedForLater, saved),
    jobId === undefined ? undefined : eq(chatSessions.jobId, jobId),
    formId === undefined ? undefined : eq(chatSessions.formId, formId),
    q === undefined || q.trim() === '' ? undefined : mentions(ownerId, q),
    from === undefined
      ? undefined
      : sql`${chatSessions.lastActivityAt} >= ${startOf(from, timeZone)}`,
    to === undefined
      ? undefined
      : sql`${chatSessions.lastActivityAt} < ${startOf(to, timeZone)} + interval '1 day'`,
  )
}

/** Searches the contact's name and number, and all messages; a query without words finds nothing. */
function mentions(ownerId: string, text: string): SQL {
  const words = toSearchQuery(ownerId, text)
  if (words === undefined) return sql`false`
  const ids = sql`select ${contacts.id} from ${contacts}
    where ${contacts.ownerId} = ${ownerId} and ${contacts.searchWords} @@ ${words}`
  // As arrays, so that PostgreSQL evaluates each part by its own index first.
  return sql`${chatSessions.id} = any(array(
    select found.id from ${chatSessions} as found where found.contact_id = any(array(${ids}))
    union
    select ${messages.sessionId} from ${messages}
    where ${messages.ownerId} = ${ownerId} and ${messages.searchWords} @@ ${words}))`
}

/** The latest message of each chat that a search has found. */
async function findMentions(
  queries: Queries,
  { ownerId, rows, q = '' }: { ownerId: string; rows: SessionRow[]; q: string | undefined },
): Promise<SessionList['found']> {
  const words = toSearchQuery(ownerId, q)
  if (words === undefined) return undefined
  const { id, text, seq, sessionId, searchWords } = messages
  const found = await queries
    .selectDistinctOn([sessionId], { sessionId, messageId: id, text })
    .from(messages)
    .where(
      and(
        eq(messages.ownerId, ownerId),
        inArray(
          sessionId,
          rows.map((row) => row.id),
        ),
        sql`${searchWords} @@ ${words}`,
      ),
    )
    .orderBy(sessionId, desc(seq))
  return Object.fromEntries(
    found.map((one) => [
      one.sessionId,
      { messageId: one.messageId, snippet: snippetOf(one.text, q) },
    ]),
  )
}

/** The first moment of a day where the owner is. */
function startOf(day: string, timeZone: string): SQL {
  return sql`(${day}::date::timestamp at time zone ${timeZone}::text)`
}
