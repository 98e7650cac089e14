import { notify } from '@errand/database'
import type { EventType } from '@errand/contract/events'
import { eq, sql } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { events, users } from '../database/schema.ts'

/** The channel of the database on which every process hears that there are new events. */
export const eventsChannel = 'owner_events'

interface NewEvent {
  ownerId: string
  type: EventType
  /** The chat it is about, with the chat's own count. */
  session?: { id: string; seq: number }
  data: Record<string, unknown>
}

/**
 * Stores an event in the transaction of what it tells of, and tells every process once that is
 * committed. The owner's row is locked from here to the end of the transaction, so that numbers
 * are seen in their order: publish last.
 */
export async function publishEvent(queries: Queries, event: NewEvent): Promise<void> {
  const [row] = await queries
    .update(users)
    .set({ eventSeq: sql`${users.eventSeq} + 1` })
    .where(eq(users.id, event.ownerId))
    .returning({ seq: users.eventSeq })
  if (row === undefined) throw new Error(`No owner ${event.ownerId} to tell of ${event.type}`)
  await queries.insert(events).values({
    ownerId: event.ownerId,
    seq: row.seq,
    type: event.type,
    sessionId: event.session?.id,
    sessionSeq: event.session?.seq,
    data: event.data,
    at: new Date(),
  })
  await notify(queries, eventsChannel)
}
