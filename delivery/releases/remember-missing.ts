import { LRUCache } from 'lru-cache'

import type { ReleaseStore } from './release-store.ts'

const rememberedPaths = 10_000
/** Short, as what is missing now may be published the next moment. */
const rememberedMs = 1_000

/** The same store, which is asked once a second at most for a path where nothing is. */
export function rememberMissing(store: ReleaseStore): ReleaseStore {
  const missing = new LRUCache<string, true>({ max: rememberedPaths, ttl: rememberedMs })
  return {
    async read(path) {
      if (missing.has(path)) return undefined
      const bytes = await store.read(path)
      if (bytes === undefined) missing.set(path, true)
      return bytes
    },
  }
}
