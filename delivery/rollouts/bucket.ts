import MurmurHash3 from 'imurmurhash'

import { fullWeight } from './channel.ts'

/**
 * The visitor's bucket in a rollout, 0 to `fullWeight` - 1: below the weight is the candidate.
 * Whoever changes it changes the arm of everybody who is in a rollout.
 */
export function bucketOf(app: string, rolloutId: string, visitor: string): number {
  const hash = MurmurHash3(`${app}:${rolloutId}:${visitor}`).result() >>> 0
  return Number((BigInt(hash) * BigInt(fullWeight)) >> 32n)
}
