import { EventEmitter } from 'node:events'

import type { EventType, OwnerEvent } from '@errand/contract/events'
import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm'

import type { Database, Queries } from '../database/database.ts'
import { events, users } from '../database/schema.ts'

/** The number of each owner's latest event; without those whose account does not exist or was closed. */
export async function findLatestSeqs(
  queries: Queries,
  ownerIds: string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .select({ id: users.id, seq: users.eventSeq })
    .from(users)
    .where(and(inArray(users.id, ownerIds), isNull(users.deletedAt)))
  return new Map(rows.map(({ id, seq }) => [id, seq]))
}

/** The owner's events after that number, in their order. */
export async function listEvents(
  queries: Queries,
  ownerId: string,
  { after, upTo, limit }: { after: number; upTo?: number | undefined; limit: number },
): Promise<OwnerEvent[]> {
  const isLater = and(eq(events.ownerId, ownerId), gt(events.seq, after))
  const rows = await queries
    .select()
    .from(events)
    .where(upTo === undefined ? isLater : and(isLater, lte(events.seq, upTo)))
    .orderBy(asc(events.seq))
    .limit(limit)
  return rows.map(({ seq, type, at, sessionId, sessionSeq, data }) => ({
    id: seq,
    type,
    at: at.toISOString(),
    ...(sessionId !== null && { sessionId }),
    ...(sessionSeq !== null && { sessionSeq }),
    data,
  }))
}

/** Deletes older events: a page that was away for longer reads everything anew. */
export async function sweepEvents(queries: Queries, before: Date): Promise<void> {
  await queries.delete(events).where(lte(events.at, before))
}

/** The PostgreSQL channel on which every process learns which owners have new events. */
export const eventsChannel = 'owner_events'

interface NewEvent {
  type: EventType
  /** The chat it is about, with the chat's own count. */
  session?: { id: string; seq: number }
  data: Record<string, unknown>
}

/** Stores one event; see `publishEvents`. */
export function publishEvent(
  queries: Queries,
  { ownerId, ...event }: NewEvent & { ownerId: string },
): Promise<void> {
  return publishEvents(queries, ownerId, [event])
}

/**
 * Stores events in the transaction of the change they describe, and notifies every process once it is
 * committed. The owner's row stays locked until then, so that events become visible in the order of
 * their numbers: publish last in a transaction.
 */
export async function publishEvents(
  queries: Queries,
  ownerId: string,
  news: NewEvent[],
): Promise<void> {
  if (news.length === 0) return
  const at = sql.param(new Date(), events.at)
  const list = news.map(({ type, session, data }, index) => ({
    place: index + 1,
    type,
    sessionId: session?.id,
    sessionSeq: session?.seq,
    data,
  }))
  // PostgreSQL delivers equal notifications of a transaction once, after the commit.
  const { rows } = (await queries.execute(sql`
    with owner as (
      update ${users} set event_seq = event_seq + ${news.length}
      where id = ${ownerId} returning event_seq - ${news.length} as before
    )
    insert into ${events} (owner_id, seq, type, session_id, session_seq, data, at)
    select ${ownerId}, before + place, type, "sessionId", "sessionSeq", data, ${at}
    from owner, jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
      as news(place int, type text, "sessionId" text, "sessionSeq" int, data jsonb)
    returning pg_notify(${eventsChannel}, ${ownerId})`)) as { rows: unknown[] }
  if (rows.length === 0) throw new Error(`No owner ${ownerId} to tell of ${news[0]?.type}`)
}

/** Emits the id of an owner who has new events, whichever process made them. */
export type EventFeed = EventEmitter

/** Listens to the database until it is closed. */
export async function openEventFeed(database: Database): Promise<EventFeed> {
  const feed = new EventEmitter().setMaxListeners(0)
  await database.listen(eventsChannel, (ownerId) => {
    // Without an owner (after a lost connection, or from an earlier release) every stream has to look.
    for (const id of ownerId ? [ownerId] : feed.eventNames()) feed.emit(id)
  })
  return feed
}
