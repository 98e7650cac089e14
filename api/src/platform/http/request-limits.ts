import { clientAddress, networkOf, type IsTrustedProxy } from '@errand/serving/client-address'
import type { HttpBindings } from '@hono/node-server'
import { lte, sql } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import type { Queries } from '../database/database.ts'
import { rateLimits } from '../database/schema.ts'
import type { RequestEnv } from './context.ts'
import { Problem } from './problem.ts'

/** Request limits of one process; expensive calls have their own limits in the database. */
export interface RequestLimits {
  /** Requests of one person in a minute; 0 is no limit. */
  perUser: number
  /** Requests from one address in a minute, signed in or not; 0 is no limit. */
  perAddress: number
  isTrustedProxy: IsTrustedProxy
}

/** Counts in memory: a query for each request would cost more than most requests do. */
const createLimiter = (perMinute: number) =>
  new RateLimiterMemory({ points: perMinute, duration: 60 })

function limitPerMinute(perMinute: number): (key: string) => Promise<void> {
  if (perMinute === 0) return async () => {}
  const limiter = createLimiter(perMinute)
  return async (key) => {
    try {
      await limiter.consume(key)
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? rateLimited(refusal) : refusal
    }
  }
}

function rateLimited(refusal: RateLimiterRes): Problem {
  const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  return new Problem('rate_limited', { retryAfter, cause: refusal })
}

/** Refuses requests from an address over its limit, before anything else is done for them. */
export function limitAddresses(
  limits: RequestLimits | undefined,
): MiddlewareHandler<RequestEnv & ConnectionEnv> {
  if (limits === undefined) return (_, next) => next()
  const count = limitPerMinute(limits.perAddress)
  return async (c, next) => {
    const address = addressOf(c, limits.isTrustedProxy)
    if (address !== undefined) await count(limitKeyOf(address))
    c.set('address', address)
    await next()
  }
}

/**
 * Refuses requests from an address with too many failed ones, before their bodies are read. Accepted
 * webhooks are not counted: a provider sends as many as its users cause.
 */
export function limitRefusals(
  limits: RequestLimits | undefined,
): MiddlewareHandler<RequestEnv & ConnectionEnv> {
  if (limits === undefined || limits.perAddress === 0) return (_, next) => next()
  const limiter = createLimiter(limits.perAddress)
  return async (c, next) => {
    const address = addressOf(c, limits.isTrustedProxy)
    if (address === undefined) return next()
    const key = limitKeyOf(address)
    const refused = await limiter.get(key)
    if (refused !== null && refused.remainingPoints <= 0) throw rateLimited(refused)
    await next()
    if (c.res.status >= 400 || c.var.countsAsRefused) await limiter.penalty(key)
    return undefined
  }
}

/** Refuses the requests of a user over the limit. */
export function limitUsers(limits: RequestLimits | undefined): (uid: string) => Promise<void> {
  return limitPerMinute(limits?.perUser ?? 0)
}

/** The connection of a request, as the Node server passes it. */
interface ConnectionEnv {
  Bindings: Partial<HttpBindings>
}

function addressOf(c: Pick<Context<ConnectionEnv>, 'env' | 'req'>, isTrusted: IsTrustedProxy) {
  const connected = c.env?.incoming?.socket.remoteAddress
  return clientAddress({ connected, forwardedFor: c.req.header('x-forwarded-for') }, isTrusted)
}

/** The key to count an address by: of IPv6 the /64 network, as one customer has all of its addresses. */
const limitKeyOf = (address: string): string => networkOf(address, { ipv4: 32, ipv6: 64 })

interface RateLimit {
  /** What is limited and for whom. */
  key: string
  limit: number
  windowMs: number
}

/**
 * Counts one use, or refuses it: at most `limit` within any window of that length. It is one statement
 * on one row, so it holds across processes. Not to be called in a transaction: a failed attempt has to
 * count as well.
 */
export async function consumeRateLimit(
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

/** Whether nobody has asked for this key within the time; in a transaction it counts if that commits. */
export async function isFirstWithin(
  queries: Queries,
  { key, windowMs }: Omit<RateLimit, 'limit'>,
): Promise<boolean> {
  try {
    await consumeRateLimit(queries, { key, limit: 1, windowMs })
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return false
    throw error
  }
}

/** Deletes the rows that limit nothing any more. */
export async function sweepRateLimits(queries: Queries, now: Date): Promise<void> {
  await queries.delete(rateLimits).where(lte(rateLimits.expiresAt, now))
}
