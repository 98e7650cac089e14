import MurmurHash3 from 'imurmurhash'

import { fullWeight } from './channel.ts'

/**
 * The visitor's bucket in a rollout, 0 to `fullWeight` - 1: below the weight is the candidate.
 * Explains what flagd's `fractional` decides, by its formula; a test holds the two together.
 */
export function bucketOf(app: string, rolloutId: string, visitor: string): number {
  const hash = MurmurHash3(`${app}:${rolloutId}:${visitor}`).result() >>> 0
  return Number((BigInt(hash) * BigInt(fullWeight)) >> 32n)
}
