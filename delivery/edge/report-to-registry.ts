import { setTimeout } from 'node:timers/promises'

import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'

import type { Releases } from '../releases/open-releases.ts'
import { hostApp } from '../releases/release.ts'
import {
  cleanEdgeName,
  edgeAnswerSchema,
  maxCounted,
  type EdgeReport,
  type Visits,
} from '../rollouts/edge-report.ts'
import type { RolloutSource } from '../rollouts/evaluator.ts'
import { maxExposures } from '../rollouts/exposure.ts'
import { logError } from './log.ts'
import type { Signals } from './signals/signals.ts'
import { readAvoided, visitorOf } from './visitor.ts'

/** Counts visitors by release, each visitor once per release. */
export interface VisitCounter {
  /** A visitor was given these releases; `isNew` if the id was created with this document. */
  countGiven: (visitor: string, releases: string[], isNew: boolean) => void
  /**
   * Counts, at every request, what a new visitor was given, what is loaded, and what a browser
   * avoids.
   */
  middleware: MiddlewareHandler
  /** Returns the counts since the last call. */
  takeCounts: () => EdgeReport['visits']
  /** Adds counts that could not be reported. */
  restoreCounts: (visits: EdgeReport['visits']) => void
}

/** Counts only releases that the rollout document names, because cookies may name anything. */
export function createVisitCounter(source: RolloutSource): VisitCounter {
  const seen = new LRUCache<string, true>({ max: 100_000 })
  const avoiding = new LRUCache<string, true>({ max: 100_000 })
  // Counted once the id comes back: robots, which keep no cookie, would count at each document.
  const unconfirmed = new LRUCache<string, string[]>({ max: 10_000 })
  let counted: EdgeReport['visits'] = {}

  function count(release: string, more: Partial<Visits>): void {
    const { visitors, avoidedBy: avoided } = counted[release] ?? { visitors: 0, avoidedBy: 0 }
    counted[release] = {
      visitors: visitors + (more.visitors ?? 0),
      avoidedBy: avoided + (more.avoidedBy ?? 0),
    }
  }

  function isNew(known: LRUCache<string, true>, visitor: string, release: string): boolean {
    const key = `${visitor} ${release}`
    if (visitor === '' || source.evaluator()?.named.has(release) !== true || known.get(key))
      return false
    known.set(key, true)
    return true
  }

  function countVisitor(visitor: string, releases: Iterable<string>): void {
    for (const release of releases)
      if (isNew(seen, visitor, release)) count(release, { visitors: 1 })
  }

  return {
    countGiven(visitor, releases, isNewVisitor) {
      if (isNewVisitor) unconfirmed.set(visitor, releases)
      else countVisitor(visitor, releases)
    },
    async middleware(c, next) {
      const avoided = readAvoided(c)
      const visitor = visitorOf(c)
      // Navigation inside a page loads no document, but the files of a remote show it. Those of the
      // host are fetched ahead by pages that do not run it.
      const [, app, version] = filePattern.exec(c.req.path) ?? []
      const loaded = app === undefined || app === hostApp ? [] : [`${app}@${version}`]
      countVisitor(visitor, [...(unconfirmed.get(visitor) ?? []), ...loaded, ...avoided])
      unconfirmed.delete(visitor)
      for (const release of avoided)
        if (isNew(avoiding, visitor, release)) count(release, { avoidedBy: 1 })
      await next()
    },
    takeCounts() {
      const all = Object.entries(counted)
      counted = {}
      const takenCounts = all.map(([release, { visitors, avoidedBy: avoided }]) => {
        const part = {
          visitors: Math.min(visitors, maxCounted),
          avoidedBy: Math.min(avoided, maxCounted),
        }
        // What exceeds the limit of one report is in the next one.
        const rest = { visitors: visitors - part.visitors, avoidedBy: avoided - part.avoidedBy }
        if (rest.visitors + rest.avoidedBy > 0) count(release, rest)
        return [release, part] as const
      })
      return Object.fromEntries(takenCounts)
    },
    restoreCounts(visits) {
      for (const [release, more] of Object.entries(visits)) count(release, more)
    },
  }
}

const filePattern = /^\/r\/([^/]+)\/([^/]+)\//

interface ReportOptions {
  /** The registry's address, `https://registry.example/registry`. */
  url: string
  token: string | undefined
  /** The name of this edge in `errand status`. */
  name: string
  visits: VisitCounter
  signals?: Signals | undefined
  releases: Pick<Releases, 'damaged'>
  source: RolloutSource
  signal: AbortSignal
}

const pauseMs = 1_000
const maxAnswerMs = 5_000
/** How often it reports when nothing is new, because the registry forgets old reports. */
const repeatMs = 30_000
/** The registry will never take such a report, so what it lists must not hold up what follows. */
const isInvalid = (status: number): boolean => [400, 413, 422].includes(status)

/**
 * Reports to the registry, within seconds, which releases visitors avoid, which cannot be served,
 * and how they do. Once it is aborted it reports what still waits, and resolves.
 */
export async function reportToRegistry(reporting: ReportOptions): Promise<void> {
  const { url, token, name, visits, signals, releases, source, signal } = reporting
  let reported = ''
  let reportedAt = -Infinity
  let isRefused = false
  let isBehind = false
  while (!signal.aborted || isBehind) {
    if (!isBehind) await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
    isBehind = false
    const named = source.evaluator()?.named
    const damaged = Object.fromEntries(
      Object.entries(releases.damaged()).filter(([release]) => named?.has(release)),
    )
    const damagedText = JSON.stringify(damaged)
    const taken = visits.takeCounts()
    const exposures = signals?.queue.nextPart() ?? []
    const hasNews =
      damagedText !== reported || Object.keys(taken).length > 0 || exposures.length > 0
    if (!hasNews && performance.now() < reportedAt + repeatMs) continue
    const status = await send({ visits: taken, damaged, exposures }).catch(() => 503)
    const isAccepted = status < 300
    if (isAccepted) [reported, reportedAt] = [damagedText, performance.now()]
    else visits.restoreCounts(taken)
    if (isAccepted || isInvalid(status)) signals?.queue.removePart()
    // A last report takes what a full one would wait for.
    const minWaiting = signal.aborted ? 1 : maxExposures
    isBehind = isAccepted && (signals?.queue.size() ?? 0) >= minWaiting
  }

  async function send(report: EdgeReport): Promise<number> {
    const answer = await fetch(`${url}/edges/${cleanEdgeName(name)}`, {
      method: 'POST',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      body: JSON.stringify(report),
      signal: AbortSignal.timeout(maxAnswerMs),
    })
    const { status } = answer
    if (status === 200) takeKeys(await answer.json())
    else if (status === 204) signals?.setKeys([])
    // An unavailable registry, which a proxy may answer for, is logged by followRegistry.
    const wasRefused = isRefused
    isRefused = status >= 400 && status < 500
    if (isRefused && !wasRefused)
      logError('report refused', new Error(`The registry answered ${status}`))
    return status
  }

  function takeKeys(json: unknown): void {
    const { data } = z.safeParse(edgeAnswerSchema, json)
    if (data !== undefined) signals?.setKeys(data.keys)
  }
}
