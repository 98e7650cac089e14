import type { OwnerEvent } from '@errand/contract/events'
import { and, asc, eq, gt, isNull, lte, min } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { events, users } from '../database/schema.ts'

/** The number of the owner's latest event; nothing when there is no such account, or it was closed. */
export async function latestSeq(queries: Queries, ownerId: string): Promise<number | undefined> {
  const [row] = await queries
    .select({ seq: users.eventSeq })
    .from(users)
    .where(and(eq(users.id, ownerId), isNull(users.deletedAt)))
  return row?.seq
}

/** The number of the oldest event that is kept. */
export async function oldestSeq(queries: Queries, ownerId: string): Promise<number | undefined> {
  const [row] = await queries
    .select({ seq: min(events.seq) })
    .from(events)
    .where(eq(events.ownerId, ownerId))
  return row?.seq ?? undefined
}

/** The owner's events after that number, in their order. */
export async function listEvents(
  queries: Queries,
  ownerId: string,
  page: { after: number; limit: number },
): Promise<OwnerEvent[]> {
  const rows = await queries
    .select()
    .from(events)
    .where(and(eq(events.ownerId, ownerId), gt(events.seq, page.after)))
    .orderBy(asc(events.seq))
    .limit(page.limit)
  return rows.map(({ seq, type, at, sessionId, sessionSeq, data }) => ({
    id: seq,
    type,
    at: at.toISOString(),
    ...(sessionId !== null && { sessionId }),
    ...(sessionSeq !== null && { sessionSeq }),
    data,
  }))
}

/** Forgets what happened before the given moment: whoever was away longer reads everything anew. */
export async function sweepEvents(queries: Queries, before: Date): Promise<void> {
  await queries.delete(events).where(lte(events.at, before))
}
