import type { SessionList } from '@errand/contract/chats/session'
import { count, eq, sql, type SQL } from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { prepareQuery } from '../../../platform/database/prepared.ts'
import { chatSessions } from '../../../platform/database/schema.ts'
import { needsOwner } from './needs.ts'

/** The counts that a list shows, and those of the dashboard. */
type SessionCounts = SessionList['totals'] & { active: number; unreadMessages: number }

const countsOf = (needsYou: SQL) => {
  const where = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
  const isActive = sql`${chatSessions.status} = 'active'`
  return {
    all: count(),
    active: where(isActive),
    unread: where(sql`${chatSessions.unreadCount} > 0`),
    unreadMessages: sql<number>`coalesce(sum(${chatSessions.unreadCount}), 0)::int`,
    needsYou: where(needsYou),
    saved: where(sql`${chatSessions.savedForLater}`),
    owner: where(sql`${chatSessions.handler} = 'owner' and ${isActive}`),
  }
}

const ownCounts = prepareQuery((queries) =>
  queries
    .select(countsOf(needsOwner(sql.placeholder('ownerId'), sql.placeholder('now')).inlineParams()))
    .from(chatSessions)
    .where(eq(chatSessions.ownerId, sql.placeholder('ownerId')))
    .prepare('chats_counted'),
)

interface CountRequest {
  ownerId: string
  now: Date
  /** The condition for the chats of the owner that are counted; without it all are. */
  matches?: SQL | undefined
}

/** Counts an owner's chats, in one query. */
export async function countSessions(
  queries: Queries,
  { ownerId, now, matches }: CountRequest,
): Promise<SessionCounts> {
  const [counts] = await (matches === undefined
    ? ownCounts(queries).execute({ ownerId, now: now.toISOString() })
    : queries
        .select(countsOf(needsOwner(ownerId, now)))
        .from(chatSessions)
        .where(matches))
  if (counts === undefined) throw new Error('A count answers one row')
  return counts
}
