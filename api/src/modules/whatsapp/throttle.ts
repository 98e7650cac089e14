import { eq, sql } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { rateLimits } from '../../platform/database/schema.ts'
import type { Tasks } from '../../platform/queue/queue.ts'
import type { ChannelThrottled } from '../chats/channel.ts'

/** The number of an owner on a channel. */
export type OwnerChannel = Pick<NonNullable<Tasks['message.send']['probe']>, 'ownerId' | 'channel'>

const keyOf = ({ ownerId, channel }: OwnerChannel): string => `throttled ${channel} ${ownerId}`

/** The longest pause of our own, and the longest that the provider may request. */
const [maxPauseMs, maxRequestedMs] = [5 * 60_000, 60 * 60_000]

/** The length of a pause: twice the one before, and never shorter than the provider requests. */
export function pauseMs({ firstMs, retryAfterMs = 0 }: ChannelThrottled, pauses: number): number {
  const startMs = retryAfterMs === 0 ? firstMs : Math.max(1_000, retryAfterMs)
  const grownMs = Math.min(maxPauseMs, startMs * 2 ** pauses)
  return Math.max(grownMs, Math.min(maxRequestedMs, retryAfterMs))
}

/**
 * Whether the provider throttles a number. The row stays locked until the transaction ends, so that a
 * message that it holds is released together with the others.
 */
export async function isThrottled(queries: Queries, whose: OwnerChannel): Promise<boolean> {
  const [row] = await queries
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(eq(rateLimits.key, keyOf(whose)))
    .for('key share')
  return row !== undefined
}

/** Marks a number as throttled, for a day at most; returns whether it was not before. */
export async function markThrottled(queries: Queries, whose: OwnerChannel): Promise<boolean> {
  const expiresAt = sql`clock_timestamp() + interval '1 day'`
  const [row] = await queries
    .insert(rateLimits)
    .values({ key: keyOf(whose), expiresAt })
    .onConflictDoUpdate({ target: rateLimits.key, set: { expiresAt } })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  return row?.isNew === true
}

export async function clearThrottled(queries: Queries, whose: OwnerChannel): Promise<void> {
  await queries.delete(rateLimits).where(eq(rateLimits.key, keyOf(whose)))
}
