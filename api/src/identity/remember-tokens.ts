import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { Identity, VerifyToken } from './identity.ts'

const mostTokens = 10_000
/** For how long a key that was taken back still opens to who used it just before. */
const keptMs = 60_000

/**
 * Verifies a token once and then remembers, for a minute and never beyond its end, whose it is: a
 * page asks many times with the same one. What is kept is a hash, from which no token can be made;
 * a refusal is not kept.
 */
export function rememberTokens(verifyToken: VerifyToken): VerifyToken {
  const known = new LRUCache<string, Identity>({ max: mostTokens, ttl: keptMs, perf: Date })
  return async (token) => {
    const key = createHash('sha256').update(token).digest('base64')
    const identity = known.get(key)
    if (identity !== undefined && identity.expiresAt.getTime() > Date.now()) return identity
    const verified = await verifyToken(token)
    known.set(key, verified)
    return verified
  }
}
