import { eq, sql } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { rateLimits } from '../../platform/database/schema.ts'
import type { Pace } from '../chats/channel.ts'

/** How fast WhatsApp takes messages: one to a person in six seconds, eighty from a number in one. */
export const whatsAppPace: Pace = { pairMs: 6_000, numberMs: 17, burst: 20 }

/** Whose messages keep to a pace together; the same for every worker. */
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

/** The database's clock: those of the workers may differ. */
const clock = sql`clock_timestamp()`
const fromNow = (ms: number) => sql`${clock} + ${ms}::int * interval '1 millisecond'`
const next = sql`${rateLimits.hits}[1]`
const untilNext = sql<number>`ceil(extract(epoch from (${next} - ${clock})) * 1000)::int`

/** In how many milliseconds the person may be written to again; 0 is now. */
export async function readPairWaitMs(queries: Queries, key: string): Promise<number> {
  const [row] = await queries
    .select({ ms: untilNext })
    .from(rateLimits)
    .where(eq(rateLimits.key, key))
  return Math.max(0, row?.ms ?? 0)
}

/** The contact is written to now, and after so long again. */
export async function reservePair(queries: Queries, key: string, everyMs: number): Promise<void> {
  const free = { hits: sql`array[${fromNow(everyMs)}]`, expiresAt: fromNow(everyMs) }
  await queries
    .insert(rateLimits)
    .values({ key, ...free })
    .onConflictDoUpdate({ target: rateLimits.key, set: free })
}

/**
 * Takes the number's next place; in how many milliseconds that is. So many of them are at hand at
 * once, then one after the other: no second has more than the burst and what comes in by then.
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
