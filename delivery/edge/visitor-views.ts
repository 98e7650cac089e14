import { edgeHeartbeatMs } from '@errand/contract/limits'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'

import type { Channel } from '../rollouts/channel.ts'
import { bucketOf, type Evaluator, type RolloutSource } from '../rollouts/evaluator.ts'
import type { PickRequest } from '../rollouts/pick.ts'
import type { Releases } from './open-releases.ts'
import type { Page, PageSource } from './pages.ts'
import { readAvoided, visitorOf } from './visitor.ts'

const headers = { 'cache-control': 'no-store', vary: 'Cookie' }

/** What the edge would give a visitor now, for open pages, tools and people. */
export function visitorViews(
  pages: PageSource,
  source: RolloutSource,
  releases: Pick<Releases, 'damaged'>,
) {
  return new Hono()
    .get('/release-set', async (c) => {
      const { set } = await pages({ visitor: visitorOf(c), avoid: readAvoided(c), override: {} })
      return c.json(set, 200, headers)
    })
    .get('/release-set/events', (c) => {
      const events = streamSSE(c, async (stream) => {
        const unsubscribe = source.subscribe(
          (evaluator) => void stream.writeSSE(revisionEvent(evaluator)),
        )
        stream.onAbort(unsubscribe)
        const now = source.evaluator()
        if (now !== undefined) await stream.writeSSE(revisionEvent(now))
        while (!stream.aborted) {
          // An event, not a comment, so that the page can notice when it stops.
          await stream.writeSSE({ event: 'heartbeat', data: '' })
          await stream.sleep(edgeHeartbeatMs)
        }
      })
      // Hono sets the connection header of HTTP/1.1, which HTTP/2 forbids; Node adds it where
      // needed.
      for (const name of ['connection', 'transfer-encoding']) events.headers.delete(name)
      return events
    })
    .get('/why', async (c) => {
      const [visitor, avoid] = [visitorOf(c), readAvoided(c)]
      const page = await pages({ visitor, avoid, override: {} })
      const request = { visitor, avoid, damaged: releases.damaged() }
      return c.json(why(page, currentEvaluator(), request), 200, headers)
    })

  function currentEvaluator() {
    const current = source.evaluator()
    if (current === undefined) throw new Error('There is no rollout document yet')
    return current
  }
}

/** Open pages read the revision from the id, and fetch their set if it differs. */
const revisionEvent = ({ document }: Evaluator) => ({
  id: String(document.revision),
  data: 'changed',
})

/** Why a visitor runs which releases: rule, bucket and releases, app by app. */
function why(
  { set }: Page,
  evaluator: Evaluator,
  {
    visitor,
    avoid,
    damaged,
  }: Pick<PickRequest, 'visitor' | 'avoid'> & { damaged: Record<string, string> },
) {
  return {
    visitor,
    revision: set.revision,
    releaseSet: set.id,
    apps: evaluator.apps.map((channel) => explain(channel)),
  }

  function explain({ app, rolloutId, weight, revoked, decision: guarded }: Channel) {
    const decision = evaluator.decide(app, visitor)
    const remote = set.remotes.find((candidate) => candidate.app === app)
    const runs = app === 'host' ? set.host : remote
    return {
      app,
      arm: decision?.arm,
      picked: decision?.version,
      /** Differs from `picked` if that did not fit, failed in this browser, or is missing. */
      runs: runs?.version ?? null,
      fallbacks: remote?.fallbacks.map(({ version }) => version) ?? [],
      rule: decision?.rule,
      weight,
      bucket: visitor === '' ? null : bucketOf(app, rolloutId, visitor),
      /** Why this edge cannot serve the picked release. */
      damage: damaged[`${app}@${decision?.version}`] ?? null,
      /** The releases that failed in this browser. */
      avoided: [...avoid].filter((name) => name.startsWith(`${app}@`)),
      revoked,
      /** Of the guard, about the candidate or the release that it took back. */
      decision: guarded,
    }
  }
}
