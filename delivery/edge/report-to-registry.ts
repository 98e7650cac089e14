import { setTimeout } from 'node:timers/promises'

import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'

import type { Releases } from '../releases/open-releases.ts'
import type { EdgeReport } from '../rollouts/edge-report.ts'
import type { RolloutSource } from '../rollouts/evaluator.ts'
import { avoidedBy, visitorOf } from './visitor.ts'

/** Counts the visitors of releases, each of them once an hour. */
export interface VisitCounter {
  /** A visitor was given these releases. */
  give: (visitor: string, releases: string[]) => void
  /** Counts what a browser says that it avoids, with whatever it asks for. */
  middleware: MiddlewareHandler
  /** What was counted since the last time. */
  take: () => EdgeReport['visits']
  /** Adds what could not be reported. */
  giveBack: (visits: EdgeReport['visits']) => void
}

const oneHourMs = 60 * 60 * 1000

/** Counts visitors by the releases that the rollout document names: cookies may name anything. */
export function createVisitCounter(source: RolloutSource): VisitCounter {
  const remembered = { max: 50_000, ttl: oneHourMs }
  const seen = new LRUCache<string, true>(remembered)
  const avoiding = new LRUCache<string, true>(remembered)
  let counted: EdgeReport['visits'] = {}

  function count(release: string, more: { visitors?: number; avoidedBy?: number }): void {
    const { visitors, avoidedBy: avoided } = counted[release] ?? { visitors: 0, avoidedBy: 0 }
    counted[release] = {
      visitors: visitors + (more.visitors ?? 0),
      avoidedBy: avoided + (more.avoidedBy ?? 0),
    }
  }

  function isNew(known: LRUCache<string, true>, visitor: string, release: string): boolean {
    const key = `${visitor} ${release}`
    if (visitor === '' || source.evaluator()?.named.has(release) !== true || known.has(key))
      return false
    known.set(key, true)
    return true
  }

  function give(visitor: string, releases: Iterable<string>): void {
    for (const release of releases)
      if (isNew(seen, visitor, release)) count(release, { visitors: 1 })
  }

  return {
    give,
    async middleware(c, next) {
      const avoided = avoidedBy(c)
      const visitor = visitorOf(c)
      give(visitor, avoided)
      for (const release of avoided)
        if (isNew(avoiding, visitor, release)) count(release, { avoidedBy: 1 })
      await next()
    },
    take() {
      const taken = counted
      counted = {}
      return taken
    },
    giveBack(visits) {
      for (const [release, more] of Object.entries(visits)) count(release, more)
    },
  }
}

interface Reporting {
  /** The registry's address, `https://registry.example/registry`. */
  url: string
  token: string | undefined
  /** What this edge is called in `errand status`. */
  name: string
  visits: VisitCounter
  releases: Pick<Releases, 'damaged'>
  source: RolloutSource
  signal: AbortSignal
}

const pauseMs = 1_000
const longestAnswerMs = 5_000
/** How often it reports when nothing is new: what it said before is forgotten after a while. */
const repeatMs = 30_000

/** Tells the registry what visitors avoid and what cannot be opened, soon after it was seen. */
export async function reportToRegistry(reporting: Reporting): Promise<void> {
  const { url, token, name, visits, releases, source, signal } = reporting
  let said = ''
  let saidAt = -Infinity
  while (!signal.aborted) {
    await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
    const named = source.evaluator()?.named
    const damaged = Object.fromEntries(
      Object.entries(releases.damaged()).filter(([release]) => named?.has(release)),
    )
    const saying = JSON.stringify(damaged)
    const taken = visits.take()
    const isNews = saying !== said || Object.keys(taken).length > 0
    if (!isNews && performance.now() < saidAt + repeatMs) continue
    // That the registry is away is said by whoever follows it.
    const isTaken = await send({ visits: taken, damaged }).catch(() => false)
    if (isTaken) [said, saidAt] = [saying, performance.now()]
    else visits.giveBack(taken)
  }

  async function send(report: EdgeReport): Promise<boolean> {
    const { ok } = await fetch(`${url}/edges/${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      body: JSON.stringify(report),
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestAnswerMs)]),
    })
    return ok
  }
}
