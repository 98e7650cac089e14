import type { AuthStats } from '@errand/contract/auth'
import { and, count, eq, exists, gte, inArray, ne, or, sql, type SQL } from 'drizzle-orm'

import { needsOwner } from '../../chats/sessions/session-filter.ts'
import type { Queries } from '../../database/database.ts'
import { chatSessions, formData, forms, jobs, messages, orders } from '../../database/schema.ts'

/** The moments that the figures count from. */
export interface Since {
  now: Date
  /** The owner's day, and the day six days before it. */
  today: Date
  week: Date
  lastDay: Date
}

const where = (condition: SQL | undefined) =>
  sql<number>`(count(*) filter (where ${condition}))::int`

/** The owner's jobs by where they stand; a deleted one is none. */
export async function countJobs(queries: Queries, ownerId: string): Promise<AuthStats['jobs']> {
  const [row] = await queries
    .select({
      total: count(),
      active: where(eq(jobs.status, 'active')),
      paused: where(eq(jobs.status, 'paused')),
      draft: where(eq(jobs.status, 'draft')),
    })
    .from(jobs)
    .where(and(eq(jobs.ownerId, ownerId), ne(jobs.status, 'archived')))
  return row ?? { total: 0, active: 0, paused: 0, draft: 0 }
}

/** What the owner's chats come to, in one reading of them. */
export async function countChats(
  queries: Queries,
  ownerId: string,
  { now, today, week }: Since,
): Promise<AuthStats['sessions'] & { unread: number; hasTest: boolean }> {
  const [row] = await chatsQuery(queries, ownerId, { now, today, week })
  const none = { active: 0, needsYou: 0, completedToday: 0, completed7d: 0 }
  return row ?? { ...none, unread: 0, hasTest: false }
}

/** The question itself, whose plan a test looks at. */
export function chatsQuery(
  queries: Queries,
  ownerId: string,
  { now, today, week }: Pick<Since, 'now' | 'today' | 'week'>,
) {
  // From a chat's completion on nobody handles it.
  const completedSince = (since: Date) =>
    and(eq(chatSessions.status, 'completed'), gte(chatSessions.handlerSince, since))
  return queries
    .select({
      active: where(eq(chatSessions.status, 'active')),
      needsYou: where(needsOwner(now)),
      completedToday: where(completedSince(today)),
      completed7d: where(completedSince(week)),
      unread: sql<number>`coalesce(sum(${chatSessions.unreadCount}), 0)::int`,
      hasTest: sql<boolean>`coalesce(bool_or(${eq(chatSessions.channel, 'simulator')}), false)`,
    })
    .from(chatSessions)
    .where(eq(chatSessions.ownerId, ownerId))
}

/** Messages of the day that came or went; lines that tell of an event are none. */
export async function countMessages(
  queries: Queries,
  ownerId: string,
  { today, lastDay }: Since,
): Promise<{ today: number; failed24h: number }> {
  const [row] = await messagesQuery(queries, ownerId, { today, lastDay })
  return row ?? { today: 0, failed24h: 0 }
}

/** The question itself, whose plan a test looks at. */
export function messagesQuery(
  queries: Queries,
  ownerId: string,
  { today, lastDay }: Pick<Since, 'today' | 'lastDay'>,
) {
  const first = today < lastDay ? today : lastDay
  return queries
    .select({
      today: where(gte(messages.createdAt, today)),
      failed24h: where(and(eq(messages.status, 'failed'), gte(messages.createdAt, lastDay))),
    })
    .from(messages)
    .where(
      and(
        eq(messages.ownerId, ownerId),
        gte(messages.createdAt, first),
        ne(messages.author, 'system'),
      ),
    )
}

/** The share of the week's answers that are whole; those that say nothing yet do not count. */
export async function readCompletionRate(
  queries: Queries,
  ownerId: string,
  { week }: Since,
): Promise<number | null> {
  const own = queries.select({ id: forms.id }).from(forms).where(eq(forms.ownerId, ownerId))
  const [row] = await queries
    .select({ total: count(), whole: where(ne(formData.status, 'partial')) })
    .from(formData)
    .where(
      and(
        inArray(formData.formId, own),
        gte(formData.updatedAt, week),
        ne(formData.status, 'empty'),
      ),
    )
  return row === undefined || row.total === 0 ? null : row.whole / row.total
}

/** Whether the owner ever paid for credit. */
export async function hasPaid(queries: Queries, ownerId: string): Promise<boolean> {
  const isPaid = or(eq(orders.status, 'paid'), eq(orders.status, 'refunded'))
  const paid = queries
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.ownerId, ownerId), isPaid))
  const [row] = await queries
    .select({ isThere: sql<boolean>`${exists(paid)}` })
    .from(sql`(values (1)) as one`)
  return row?.isThere ?? false
}
