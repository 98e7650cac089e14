import type { MiddlewareHandler } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import type { VerifyToken } from '../identity/identity.ts'
import { clientAddress, customerOf, type IsTrusted } from './client-address.ts'
import { Problem } from './problem.ts'

/** How much one may ask of one process; what costs more has limits of its own in the database. */
export interface RequestLimits {
  /** Requests of one person in a minute; 0 is no limit. */
  perUser: number
  /** Requests from one address in a minute, signed in or not; 0 is no limit. */
  perAddress: number
  isTrustedProxy: IsTrusted
}

/** Counts in memory: a question to the database for each request would cost more than most requests. */
const counterOf = (perMinute: number) => new RateLimiterMemory({ points: perMinute, duration: 60 })

type TakeTurn = (key: string) => Promise<void>

function countTurns(perMinute: number): TakeTurn {
  if (perMinute === 0) return async () => {}
  const limiter = counterOf(perMinute)
  return async (key) => {
    try {
      await limiter.consume(key)
    } catch (refusal) {
      throw refusal instanceof RateLimiterRes ? tooMany(refusal) : refusal
    }
  }
}

function tooMany(refusal: RateLimiterRes): Problem {
  const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  return new Problem('rate_limited', { retryAfter, cause: refusal })
}

/** Refuses requests from an address that asks too much, before anything else is done for them. */
export function limitAddresses(limits: RequestLimits | undefined): MiddlewareHandler {
  if (limits === undefined) return (_, next) => next()
  const takeTurn = countTurns(limits.perAddress)
  return async (c, next) => {
    const address = clientAddress(c, limits.isTrustedProxy)
    if (address !== undefined) await takeTurn(customerOf(address))
    await next()
  }
}

/**
 * Refuses requests from an address of which too many were refused, before their bodies are read. What
 * is signed is not counted: its sender writes as much as people do.
 */
export function limitRefusals(limits: RequestLimits | undefined): MiddlewareHandler {
  if (limits === undefined || limits.perAddress === 0) return (_, next) => next()
  const limiter = counterOf(limits.perAddress)
  return async (c, next) => {
    const address = clientAddress(c, limits.isTrustedProxy)
    if (address === undefined) return next()
    const key = customerOf(address)
    const refused = await limiter.get(key)
    if (refused !== null && refused.remainingPoints <= 0) throw tooMany(refused)
    await next()
    if (c.res.status >= 400) await limiter.penalty(key)
    return undefined
  }
}

/** Verifies tokens as before, and refuses those of somebody who asks too much. */
export function limitUsers(
  verifyToken: VerifyToken,
  limits: RequestLimits | undefined,
): VerifyToken {
  if (limits === undefined) return verifyToken
  const takeTurn = countTurns(limits.perUser)
  return async (token) => {
    const identity = await verifyToken(token)
    await takeTurn(identity.uid)
    return identity
  }
}
