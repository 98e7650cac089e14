import { eq, sql } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { rateLimits } from '../../platform/database/schema.ts'
import type { Pace } from '../chats/channel.ts'

/**
 * WhatsApp's limits: one message to a contact in six seconds, of which a burst of 45 may be used ahead, and
 * eighty from a number in one second, bursts included. A conversation needs few ahead.
 */
export const whatsAppPace: Pace = { pairMs: 6_000, pairBurst: 9, numberMs: 17, burst: 20 }

/** The keys of the two limits, shared by all workers. */
interface Keys {
  pair: string
  number: string
}

export const paceKeys = ({
  id,
  channel,
  ownerId,
}: {
  id: string
  channel: string
  ownerId: string
}): Keys => ({ pair: `pair ${channel} ${id}`, number: `number ${channel} ${ownerId}` })

/** The database's clock, because those of the workers may differ. */
const clock = sql`clock_timestamp()`
const fromNow = (ms: number) => sql`${clock} + ${ms}::int * interval '1 millisecond'`
const next = sql`${rateLimits.hits}[1]`
const untilNext = sql<number>`ceil(extract(epoch from (${next} - ${clock})) * 1000)::int`

/** In how many milliseconds the contact may be sent the next message; 0 is now. */
export async function readPairWaitMs(
  queries: Queries,
  key: string,
  { pairMs, pairBurst }: Pace,
): Promise<number> {
  const [row] = await queries
    .select({ ms: untilNext })
    .from(rateLimits)
    .where(eq(rateLimits.key, key))
  return Math.max(0, (row?.ms ?? 0) - pairBurst * pairMs)
}

/** Reserves the contact for a message now, which uses up one of those that may be sent at once. */
export async function reservePair(queries: Queries, key: string, { pairMs }: Pace): Promise<void> {
  const step = sql`${pairMs}::int * interval '1 millisecond'`
  const after = sql`greatest(${next}, ${clock}) + ${step}`
  await queries
    .insert(rateLimits)
    .values({ key, hits: sql`array[${clock} + ${step}]`, expiresAt: fromNow(pairMs) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { hits: sql`array[${after}]`, expiresAt: after },
    })
}

/**
 * Reserves the number's next slot and returns in how many milliseconds it is. Slots follow each other at
 * `numberMs`, and a burst of them may be used at once.
 */
export async function reserveNumberSlot(
  queries: Queries,
  key: string,
  { numberMs, burst }: Pace,
): Promise<number> {
  const step = sql`${numberMs}::int * interval '1 millisecond'`
  const after = sql`greatest(${next}, ${clock}) + ${step}`
  const [row] = await queries
    .insert(rateLimits)
    .values({ key, hits: sql`array[${clock} + ${step}]`, expiresAt: fromNow(60_000) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { hits: sql`array[${after}]`, expiresAt: sql`${after} + interval '1 minute'` },
    })
    .returning({ ms: untilNext })
  return Math.max(0, (row?.ms ?? 0) - burst * numberMs)
}
