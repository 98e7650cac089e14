import { Hono } from 'hono'

import type { RolloutSource } from '../rollouts/rollout-source.ts'
import { discovery } from './discovery.ts'
import type { PageSource } from './page-source.ts'
import { avoidedBy, visitorOf } from './visitor.ts'
import { why } from './why.ts'

const headers = { 'cache-control': 'no-store', vary: 'Cookie' }

/** What the edge would give a visitor now, for pages that are open, for tools and for people. */
export function visitorViews(pages: PageSource, source: RolloutSource) {
  return new Hono()
    .get('/release-set', async (c) => {
      const { set } = await pages({ visitor: visitorOf(c), avoid: avoidedBy(c), override: {} })
      return c.json(set, 200, headers)
    })
    .get('/discovery.json', async (c) => {
      const visitor = visitorOf(c)
      const page = await pages({ visitor, avoid: avoidedBy(c), override: {} })
      return c.json(discovery(page, evaluator(), visitor), 200, headers)
    })
    .get('/why', async (c) => {
      const asked = c.req.query('visitor')
      const visitor = asked ?? visitorOf(c)
      const avoid = asked === undefined ? avoidedBy(c) : new Set<string>()
      const page = await pages({ visitor, avoid, override: {} })
      return c.json(why(page, evaluator(), { visitor, avoid }), 200, headers)
    })

  function evaluator() {
    const current = source.evaluator()
    if (current === undefined) throw new Error('There is no rollout document yet')
    return current
  }
}
