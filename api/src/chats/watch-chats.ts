import { and, asc, eq, sql } from 'drizzle-orm'

import type { Database, Queries } from '../database/database.ts'
import { chatSessions } from '../database/schema.ts'
import { dues, type Due } from './dues.ts'
import { publishChat } from './publish-chat.ts'

/** As many chats as are looked up at once. */
const batchSize = 100

/**
 * Does what is due in all chats; several processes may do so at once. A chat in which it cannot be
 * done keeps no other from its turn: that is thrown when all the others are done.
 */
export async function watchChats(
  database: Database,
  now: Date = new Date(),
): Promise<Record<keyof typeof dues, number>> {
  const faults: unknown[] = []
  const done = {
    returned: await carryOut(database, dues.returned, { now, faults }),
    reminded: await carryOut(database, dues.reminded, { now, faults }),
    closing: await carryOut(database, dues.closing, { now, faults }),
    idle: await carryOut(database, dues.idle, { now, faults }),
  }
  const [cause] = faults
  if (cause === undefined) return done
  throw new Error(`${faults.length} chats could not be moved on`, { cause })
}

interface Round {
  now: Date
  /** What went wrong, for whoever watches. */
  faults: unknown[]
}

async function carryOut(database: Database, due: Due, { now, faults }: Round): Promise<number> {
  let total = 0
  let after: Place | undefined
  do {
    const places = await listDue(database.queries, due, { now, after })
    for (const { id } of places) {
      try {
        if (await carryOutOne(database, due, { id, now })) total += 1
      } catch (cause) {
        faults.push(new Error(`The chat ${id} could not be moved on`, { cause }))
      }
    }
    after = places.length < batchSize ? undefined : places.at(-1)
  } while (after !== undefined)
  return total
}

/** Where a chat comes in the order of what is due. */
interface Place {
  id: string
  at: Date | null
}

function listDue(
  queries: Queries,
  { since, isDue }: Due,
  { now, after }: { now: Date; after: Place | undefined },
): Promise<Place[]> {
  const isAfter =
    after && sql`(${since}, ${chatSessions.id}) > (${sql.param(after.at, since)}, ${after.id})`
  return queries
    .select({ id: chatSessions.id, at: since })
    .from(chatSessions)
    .where(and(isDue(now), isAfter))
    .orderBy(asc(since), asc(chatSessions.id))
    .limit(batchSize)
}

/** Each in a transaction of its own: telling of it locks its owner. */
function carryOutOne(
  database: Database,
  { isDue, change }: Due,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  return database.transaction(async (queries) => {
    const [session] = await queries
      .select()
      .from(chatSessions)
      // Somebody may have been faster.
      .where(and(eq(chatSessions.id, id), isDue(now)))
      .for('no key update', { skipLocked: true })
    if (session === undefined) return false
    const { changes, happened } = await change(queries, session, now)
    await publishChat(queries, {
      sessionId: session.id,
      ownerId: session.ownerId,
      changes,
      happened: [...happened, { type: 'session.updated' }],
    })
    return true
  })
}
