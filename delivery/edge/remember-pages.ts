import { LRUCache } from 'lru-cache'

import type { Evaluator } from '../rollouts/evaluator.ts'
import type { RolloutSource } from '../rollouts/rollout-source.ts'
import type { Page, PageSource } from './page-source.ts'

const mostPages = 500
/** A release that could not be read may be there again: nothing is remembered for longer. */
const rememberedMs = 1_000

/** Picks once for all visitors whom the rollout document treats alike, instead of for each. */
export function rememberPages(source: RolloutSource, pages: PageSource): PageSource {
  const remembered = new LRUCache<string, Page>({ max: mostPages })
  let rememberedBy: Evaluator | undefined
  let since = 0
  return async (request) => {
    const evaluator = source.evaluator()
    const isLikeOthers = request.avoid.size === 0 && Object.keys(request.override).length === 0
    if (evaluator === undefined || !isLikeOthers) return pages(request)
    if (rememberedBy !== evaluator || performance.now() - since > rememberedMs) {
      remembered.clear()
      rememberedBy = evaluator
      since = performance.now()
    }
    const key = evaluator.armsOf(request.visitor)
    const known = remembered.get(key)
    if (known !== undefined) return known
    const page = await pages(request)
    if (source.evaluator() === evaluator) remembered.set(key, page)
    return page
  }
}
