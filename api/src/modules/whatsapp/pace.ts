import { eq, sql, type SQL } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { rateLimits } from '../../platform/database/schema.ts'
import type { Pace } from '../chats/channel.ts'

/**
 * WhatsApp's limits: one message to a contact in six seconds, of which a burst of 45 may be used ahead, and
 * eighty from a number in one second, bursts included. A conversation needs few ahead. What follows within
 * half a second may arrive before the message it follows (Vonage's support, article 360049603871).
 */
export const whatsAppPace: Pace = {
  pairMs: 6_000,
  pairBurst: 9,
  orderMs: 1_000,
  numberMs: 17,
  burst: 20,
}

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
const until = (moment: SQL) =>
  sql<number>`ceil(extract(epoch from (${moment} - ${clock})) * 1000)::int`
const untilNext = until(next)
/** Of a contact: when the last message to it has arrived before the next one, whatever the burst. */
const untilOrdered = until(sql`${rateLimits.hits}[2]`)

/** In how many milliseconds the contact may be sent the next message; 0 is now. */
export async function readPairWaitMs(
  queries: Queries,
  key: string,
  { pairMs, pairBurst }: Pace,
): Promise<number> {
  const [row] = await queries
    .select({ ms: untilNext, orderMs: untilOrdered })
    .from(rateLimits)
    .where(eq(rateLimits.key, key))
  return row === undefined ? 0 : Math.max(0, row.ms - pairBurst * pairMs, row.orderMs)
}

/** Reserves the contact for a message now, which uses up one of those that may be sent at once. */
export async function reservePair(
  queries: Queries,
  key: string,
  { pairMs, orderMs }: Pace,
): Promise<void> {
  const step = sql`${pairMs}::int * interval '1 millisecond'`
  const after = sql`greatest(${next}, ${clock}) + ${step}`
  await queries
    .insert(rateLimits)
    .values({
      key,
      hits: sql`array[${clock} + ${step}, ${fromNow(orderMs)}]`,
      expiresAt: fromNow(pairMs),
    })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { hits: sql`array[${after}, ${fromNow(orderMs)}]`, expiresAt: after },
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
