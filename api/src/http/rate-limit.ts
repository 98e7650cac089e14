import { lte, sql } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { rateLimits } from '../database/schema.ts'
import { Problem } from './problem.ts'

interface RateLimit {
  /** What is limited and for whom. */
  key: string
  limit: number
  windowMs: number
}

/**
 * Counts one more, or refuses it: at most so many within any window of that length. One statement on
 * one row, so it holds however many processes there are. Not for a transaction: what was tried is
 * counted, whatever comes of it.
 */
export async function takeTurn(
  queries: Queries,
  { key, limit, windowMs }: RateLimit,
  now: Date = new Date(),
): Promise<void> {
  const since = new Date(now.getTime() - windowMs)
  const expiresAt = new Date(now.getTime() + windowMs)
  const at = sql.param(now, rateLimits.expiresAt)
  const recent = sql`array(select hit from unnest(${rateLimits.hits}) hit
    where hit > ${sql.param(since, rateLimits.expiresAt)}::timestamptz order by hit)`
  const [taken] = await queries
    .insert(rateLimits)
    .values({ key, hits: [now], expiresAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { hits: sql`${recent} || ${at}::timestamptz`, expiresAt },
      setWhere: sql`cardinality(${recent}) < ${limit}`,
    })
    .returning({ key: rateLimits.key })
  if (taken !== undefined) return
  const [row] = await queries
    .select({ hits: rateLimits.hits })
    .from(rateLimits)
    .where(sql`${rateLimits.key} = ${key}`)
  const oldest = row?.hits.find((hit) => hit > since) ?? now
  const waitMs = oldest.getTime() + windowMs - now.getTime()
  throw new Problem('rate_limited', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
}

/** Forgets what limits nobody any more. */
export async function sweepRateLimits(queries: Queries, now: Date): Promise<void> {
  await queries.delete(rateLimits).where(lte(rateLimits.expiresAt, now))
}
