import { randomUUID } from 'node:crypto'

import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
// The linter takes `z.catch` for the method of a promise.
import { catch as lenient } from 'zod/mini'

import type { Releases } from '../../releases/open-releases.ts'
import { hostApp } from '../../releases/release.ts'
import type { WordKey } from '../../rollouts/edge-report.ts'
import {
  failureKinds,
  releaseErrorSchema,
  type Exposure,
  type ReleaseError,
} from '../../rollouts/exposure.ts'
import { visitorOf } from '../visitor.ts'
import { createExposureQueue } from './exposure-queue.ts'
import { createPageWords, type ArmRelease, type WordRelease } from './page-word.ts'

// What a newer page says besides is left out; its word counts all the same.
const beaconSchema = z.object({
  app: z.string(),
  said: z.enum(['start', 'ready', 'failed', 'left']),
  ms: lenient(z.optional(z.number().check(z.gte(0))), undefined),
  kind: lenient(z.optional(z.enum(failureKinds)), undefined),
  isReplaced: lenient(z.optional(z.boolean()), undefined),
  error: lenient(
    z.optional(z.extend(releaseErrorSchema, { message: z.string().check(z.maxLength(1000)) })),
    undefined,
  ),
})
type Beacon = z.infer<typeof beaconSchema>

const maxReadyMs = 600_000
const maxMessage = 200

/** What a document carries, so that its page can say how its releases do. */
export interface PageSignal {
  word: string
  /** The remote that it exposes besides the host. */
  remote: string | undefined
}

interface GivenPage {
  visitor: string
  /** Whether the visitor's id was created with this document. */
  isNewVisitor: boolean
  releases: ArmRelease[]
  /** The remote of its path. */
  remote: string | undefined
}

export type Signals = ReturnType<typeof createSignals>

/** Counts what pages are given, and hears what they say of it, for the reports to the registry. */
export function createSignals({ find }: Pick<Releases, 'find'>) {
  const words = createPageWords()
  const queue = createExposureQueue()
  // What was said last of each exposure, and when it was given.
  const heard = new LRUCache<string, { said: Beacon['said']; at: number }>({ max: 100_000 })
  // Counted once the id comes back: robots keep no cookie.
  const unconfirmed = new LRUCache<string, Exposure[]>({ max: 10_000 })

  /** A file of the release alone: stacks of others, and invented names, are dropped. */
  function cleanError({ app, version }: ArmRelease, error: ReleaseError): ReleaseError | undefined {
    const isFile = Object.hasOwn(find(app, version)?.files ?? {}, error.file)
    return isFile ? { ...error, message: withoutPersons(error.message) } : undefined
  }

  function verdictOf(release: ArmRelease, beacon: Beacon): Partial<Exposure> {
    const { said, ms = maxReadyMs, kind, isReplaced, error } = beacon
    if (said === 'start') return {}
    if (said === 'ready') return { verdict: said, readyMs: Math.min(Math.round(ms), maxReadyMs) }
    if (said === 'left') return { verdict: said }
    return { verdict: said, kind, isReplaced, error: error && cleanError(release, error) }
  }

  function confirm(visitor: string): void {
    for (const exposure of unconfirmed.get(visitor) ?? []) queue.add(exposure)
    unconfirmed.delete(visitor)
  }

  return {
    queue,
    setKeys: (keys: WordKey[]): void => words.setKeys(keys),
    /** Counts a document; returns what it has to carry. */
    give({ visitor, isNewVisitor, releases, remote }: GivenPage): PageSignal {
      const page = {
        id: randomUUID(),
        at: Date.now(),
        releases: releases.map((release): WordRelease => ({
          ...release,
          isExposed: release.app === hostApp || release.app === remote,
        })),
      }
      const exposures = page.releases.flatMap((release) =>
        release.isExposed ? [exposureOf(page, release, page.at)] : [],
      )
      if (isNewVisitor) unconfirmed.set(visitor, exposures)
      else for (const exposure of exposures) queue.add(exposure)
      return {
        word: words.sign(page),
        remote: exposures.find(({ app }) => app !== hostApp)?.app,
      }
    },
    /** Counts what a new visitor was given, once the visitor is known to keep cookies. */
    middleware: (async (c, next) => {
      if (unconfirmed.size > 0) confirm(visitorOf(c))
      await next()
    }) satisfies MiddlewareHandler,
    /** Hears a beacon; what has no valid word counts for nothing, and what was said stands. */
    hear(json: unknown): void {
      const { word } = json as { word?: unknown }
      const page = typeof word === 'string' ? words.read(word) : undefined
      const beacon = page && z.safeParse(beaconSchema, json).data
      const release = page?.releases.find(({ app }) => app === beacon?.app)
      if (page === undefined || beacon === undefined || release === undefined) return
      const key = `${page.id} ${release.app}`
      const given = release.isExposed ? ({ said: 'start', at: page.at } as const) : undefined
      const before = heard.get(key) ?? given
      if (before !== undefined && !mayFollow[before.said].includes(beacon.said)) return
      const at = before?.at ?? Date.now()
      heard.set(key, { said: beacon.said, at })
      queue.add({ ...exposureOf(page, release, at), ...verdictOf(release, beacon) })
    },
  }
}

const exposureOf = (
  { id }: { id: string },
  { app, version, arm }: ArmRelease,
  at: number,
): Exposure => ({ id, app, version, arm, at })

/** The first verdict stands, but what was ready may still fail. */
const mayFollow: Record<Beacon['said'], Beacon['said'][]> = {
  start: ['ready', 'failed', 'left'],
  ready: ['failed'],
  failed: [],
  left: [],
}

/** A message without addresses, numbers, and what it quotes, which may be a person's words. */
const withoutPersons = (message: string): string =>
  message
    .replaceAll(/"[^"]*"/g, '"…"')
    .split(/\s+/)
    .map((part) => (/@|:\/\//.test(part) ? '…' : part.replaceAll(/\d+/g, '#')))
    .join(' ')
    .slice(0, maxMessage)
