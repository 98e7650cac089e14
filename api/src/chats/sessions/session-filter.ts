import {
  windowClosingMs,
  type Attention,
  type listSessionsQuerySchema,
} from '@errand/contract/chats/session'
import { and, arrayOverlaps, eq, gt, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

import { chatSessions, contacts, messages } from '../../database/schema.ts'
import type { StoredAttention } from '../../database/tables/chats.ts'
import { toSearchQuery } from '../search/search-words.ts'

type Query = z.output<typeof listSessionsQuerySchema>

/** What chats can be narrowed to. */
export type SessionFilter = Omit<Query, 'limit' | 'cursor' | 'sort' | 'updatedSince'>

/** Whose chats, and what the filter's words mean at that moment in that place. */
export interface FilterContext {
  ownerId: string
  now: Date
  timeZone: string
}

/** The chats of an owner that a filter leaves. */
export function matchesFilter(
  { ownerId, now, timeZone }: FilterContext,
  filter: SessionFilter,
): SQL | undefined {
  const { status, handler, attention, saved, jobId, formId, q, from, to } = filter
  return and(
    eq(chatSessions.ownerId, ownerId),
    status && inArray(chatSessions.status, status),
    handler && inArray(chatSessions.handler, handler),
    attention && or(...attention.map((one) => asksFor(one, now))),
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

/** In the words of the database what `attentionOf` says of one row. */
function asksFor(attention: Attention, now: Date): SQL | undefined {
  if (attention === 'unread') return gt(chatSessions.unreadCount, 0)
  if (attention === 'window_closing') return isWindowClosing(now)
  return arrayOverlaps(chatSessions.attention, [attention] satisfies StoredAttention[])
}

/** Whatever asks for the owner beside messages he has not read. */
export function needsOwner(now: Date): SQL | undefined {
  return or(sql`${chatSessions.attention} <> '{}'`, isWindowClosing(now))
}

/** Less than two hours are left, and the contact had the last word. */
export function isWindowClosing(now: Date): SQL | undefined {
  return and(
    eq(chatSessions.status, 'active'),
    eq(chatSessions.lastMessageAuthor, 'contact'),
    gt(chatSessions.windowExpiresAt, now),
    lte(chatSessions.windowExpiresAt, new Date(now.getTime() + windowClosingMs)),
  )
}

/** By the contact's name or number, or by the words of any message; what has no words finds nothing. */
function mentions(ownerId: string, text: string): SQL {
  const words = toSearchQuery(ownerId, text)
  if (words === undefined) return sql`false`
  const ids = sql`select ${contacts.id} from ${contacts}
    where ${contacts.ownerId} = ${ownerId} and ${contacts.searchWords} @@ ${words}`
  // As arrays, so that each part is looked up by its own index first and the rest by what it found.
  return sql`${chatSessions.id} = any(array(
    select found.id from ${chatSessions} as found where found.contact_id = any(array(${ids}))
    union
    select ${messages.sessionId} from ${messages}
    where ${messages.ownerId} = ${ownerId} and ${messages.searchWords} @@ ${words}))`
}

/** The first moment of a day where the owner is. */
function startOf(day: string, timeZone: string): SQL {
  return sql`(${day}::date::timestamp at time zone ${timeZone}::text)`
}
