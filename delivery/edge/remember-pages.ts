import { LRUCache } from 'lru-cache'

import type { RolloutSource } from '../rollouts/rollout-source.ts'
import type { Page, PageSource } from './page-source.ts'

const mostPages = 500
/** A release that could not be read may be there again: nothing is remembered for longer. */
const rememberedMs = 1_000

/** Picks once for all visitors whom the rollout document treats alike, instead of for each. */
export function rememberPages(source: RolloutSource, pages: PageSource): PageSource {
  const remembered = new LRUCache<string, Page>({ max: mostPages, ttl: rememberedMs })
  return async (request) => {
    const evaluator = source.evaluator()
    const isLikeOthers = request.avoid.size === 0 && Object.keys(request.override).length === 0
    if (evaluator === undefined || !isLikeOthers) return pages(request)
    const { revision } = evaluator.document.metadata
    const key = `${revision} ${evaluator.variantsOf(request.visitor)}`
    const known = remembered.get(key)
    if (known !== undefined) return known
    const page = await pages(request)
    remembered.set(key, page)
    return page
  }
}
