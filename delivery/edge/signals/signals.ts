import { randomUUID } from 'node:crypto'

import { nextState } from '@errand/contract/release-state'
import type { MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
// The linter takes `z.catch` for the method of a promise.
import { catch as lenient } from 'zod/mini'

import { hostApp } from '../../releases/release.ts'
import type { TokenKey } from '../../rollouts/edge-report.ts'
import {
  failureKinds,
  releaseErrorSchema,
  type Exposure,
  type ReleaseError,
} from '../../rollouts/exposure.ts'
import type { Releases } from '../open-releases.ts'
import { visitorOf } from '../visitor.ts'
import { createExposureQueue } from './exposure-queue.ts'
import {
  createPageTokens,
  type ArmRelease,
  type PageToken,
  type TokenRelease,
} from './page-token.ts'

// What a newer page reports besides is left out; its status counts all the same.
const beaconSchema = z.object({
  app: z.string(),
  status: z.enum(['start', 'ready', 'failed', 'left']),
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
  token: string
  /** The remote that it exposes besides the host. */
  remote: string | undefined
}

interface GivenPage {
  visitor: string
  /** The visitor's network. */
  network: string
  /** What the browser has of `signKnownBrowser`. */
  knownBrowser: string
  /** Whether the visitor's id was created with this document. */
  isNewVisitor: boolean
  /** Whether somebody chose the visitor's arm in a rollout: such visitors are no evidence. */
  isPinned: boolean
  releases: ArmRelease[]
  /** The remote of its path. */
  remote: string | undefined
}

export type Signals = ReturnType<typeof createSignals>

/** Counts what pages are given, and receives what they report, for the reports to the registry. */
export function createSignals({ find }: Pick<Releases, 'find'>) {
  const tokens = createPageTokens()
  const queue = createExposureQueue()
  // The last status of each exposure, and when it was given.
  const received = new LRUCache<string, { status: Beacon['status']; at: number }>({ max: 100_000 })
  // Counted once the id comes back: robots keep no cookie.
  const unconfirmed = new LRUCache<string, Exposure[]>({ max: 10_000 })

  /** A file of the release alone: stacks of others, and invented names, are dropped. */
  function cleanError({ app, version }: ArmRelease, error: ReleaseError): ReleaseError | undefined {
    const isFile = Object.hasOwn(find(app, version)?.files ?? {}, error.file)
    return isFile ? { ...error, message: withoutPersons(error.message) } : undefined
  }

  function verdictOf(release: ArmRelease, beacon: Beacon): Partial<Exposure> {
    const { status, ms = maxReadyMs, kind, isReplaced, error } = beacon
    if (status === 'start') return {}
    if (status === 'ready')
      return { verdict: status, readyMs: Math.min(Math.round(ms), maxReadyMs) }
    if (status === 'left') return { verdict: status }
    return { verdict: status, kind, isReplaced, error: error && cleanError(release, error) }
  }

  function hashesOf({ visitor, network, knownBrowser, isPinned }: GivenPage): PageToken['hashes'] {
    const hash = isPinned ? undefined : tokens.hashOf(`visitor ${visitor}`)
    if (hash === undefined) return undefined
    return {
      visitor: hash,
      network: tokens.hashOf(`network ${network}`),
      knownSince: tokens.readKnownSince(knownBrowser, visitor),
    }
  }

  function confirm(visitor: string): void {
    for (const exposure of unconfirmed.get(visitor) ?? []) queue.add(exposure)
    unconfirmed.delete(visitor)
  }

  return {
    queue,
    setKeys: (keys: TokenKey[]): void => tokens.setKeys(keys),
    signKnownBrowser: (browser: Parameters<typeof tokens.signKnownBrowser>[0]): string =>
      tokens.signKnownBrowser(browser),
    /** Counts a document; returns what it has to carry. */
    give(given: GivenPage): PageSignal {
      const { visitor, isNewVisitor, releases, remote } = given
      const page = {
        id: randomUUID(),
        at: Date.now(),
        hashes: hashesOf(given),
        releases: releases.map((release): TokenRelease => ({
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
        token: tokens.sign(page),
        remote: exposures.find(({ app }) => app !== hostApp)?.app,
      }
    },
    /** Counts what a new visitor was given, once the visitor is known to keep cookies. */
    middleware: (async (c, next) => {
      if (unconfirmed.size > 0) confirm(visitorOf(c))
      await next()
    }) satisfies MiddlewareHandler,
    /** Receives a beacon; without a valid token it counts for nothing, and the first verdict stands. */
    receive(json: unknown): void {
      const { token } = json as { token?: unknown }
      const page = typeof token === 'string' ? tokens.read(token) : undefined
      const beacon = page && z.safeParse(beaconSchema, json).data
      const release = page?.releases.find(({ app }) => app === beacon?.app)
      if (page === undefined || beacon === undefined || release === undefined) return
      const key = `${page.id} ${release.app}`
      const given = release.isExposed ? ({ status: 'start', at: page.at } as const) : undefined
      const before = received.get(key) ?? given
      if (before !== undefined && !nextState(before.status, beacon.status)) return
      const at = before?.at ?? Date.now()
      received.set(key, { status: beacon.status, at })
      queue.add({ ...exposureOf(page, release, at), ...verdictOf(release, beacon) })
    },
  }
}

const exposureOf = (
  { id, hashes }: Pick<PageToken, 'id' | 'hashes'>,
  { app, version, arm, isExposed }: TokenRelease,
  at: number,
): Exposure => ({
  id,
  app,
  version,
  arm,
  at,
  ...hashes,
  isNavigation: isExposed ? undefined : true,
})

// Each to the end where the closing mark is missing: pages cut their messages.
const quotations = [
  // What browsers quote without marks: what somebody searched for, or typed as an address or a number.
  /(?<=regular expression: |URL constructor: ).*/gs,
  /(?<=Cannot convert ).*(?= to a BigInt)/gs,
  // To the last one: browsers quote a part of the JSON that they cannot read, with its own marks.
  /"[^"]*(?:"[^"]*"[^"]*)*(?:"|$)/g,
  /`[^`]*(?:`|$)/g,
  // Before those that open as these close.
  /„[^“”]*(?:[“”]|$)/g,
  /“[^”]*(?:”|$)/g,
  /«[^»]*(?:»|$)/g,
  // Between letters it is an apostrophe; what could not be read is a name of the code.
  /(?<!\p{L}|\((?:read|sett)ing )['‘](?:[^'’]|(?<=\p{L})['’](?=\p{L}))*(?:['’]|$)/gu,
]

/** Whether a word has the address of a person or of a page, which may lack its origin. */
const hasAddress = (word: string): boolean => /@|(?<![\p{L}\p{Nd}])\/|[?&][^?&=]*=/u.test(word)

/** A message without addresses, numbers, and what it quotes, which may be a person's words. */
const withoutPersons = (message: string): string =>
  quotations
    .reduce((text, quotation) => text.replaceAll(quotation, '"…"'), message)
    .split(/\s+/)
    .map((word) => (hasAddress(word) ? '…' : word.replaceAll(/\p{Nd}+/gu, '#')))
    .join(' ')
    .slice(0, maxMessage)
