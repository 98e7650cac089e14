import MurmurHash3 from 'imurmurhash'
import * as z from 'zod/mini'

import type { PublicKeys } from '../signing/signatures.ts'
import {
  channelSchema,
  flagNameOf,
  fullWeight,
  stableOf,
  type Arm,
  type Channel,
} from './channel.ts'

/** The document that says which releases run: all that an edge needs of the registry. */
export const rolloutDocumentSchema = z.object({
  /** Counts the changes of the whole document. */
  revision: z.int(),
  channels: z.array(channelSchema),
  /** The registry's public key for tickets, Ed25519 as SPKI PEM. */
  ticketKey: z.optional(z.string()),
  /** The keys that sign the releases of each app, by key id. */
  publicKeys: z.optional(z.record(z.string(), z.record(z.string(), z.string()))),
  /** Releases that fail for their visitors, as `app@version`. */
  failing: z.optional(z.array(z.string())),
})
export type RolloutDocument = z.infer<typeof rolloutDocumentSchema>

/** The decision about one app for one visitor. */
interface Decision {
  arm: Arm
  /** Undefined for a visitor outside of the rollout of an app's first release. */
  version: string | undefined
  rule: 'everybody' | 'pin' | 'share'
  channel: Channel
}

/** Evaluates one document. */
export interface Evaluator {
  document: RolloutDocument
  /** The channels of the apps that have a release. */
  apps: Channel[]
  /** The releases that nobody may run any more, killed or taken back, as `app@version`. */
  revoked: string[]
  /** Every release that it may give to somebody, as `app@version`. */
  named: ReadonlySet<string>
  /** The former stable releases of an app, newest first, but failing ones last. */
  fallbacksOf: (app: string) => string[]
  /** `visitor` is the id of the cookie, '' for somebody who has none. */
  decide: (app: string, visitor: string) => Decision | undefined
  /** Visitors with the same result have the same decisions and features. */
  armsOf: (visitor: string) => string
  /** Whether somebody chose the visitor's arm in a rollout that is under way. */
  isPinned: (visitor: string) => boolean
  /** The feature flags of a visitor. */
  features: (visitor: string) => Record<string, boolean>
}

export function createEvaluator(document: RolloutDocument): Evaluator {
  const running = document.channels.filter(
    (channel) => stableOf(channel) !== undefined || channel.candidate !== null,
  )
  const apps = running.filter(({ app }) => flagNameOf(app) === undefined)
  const features = running.filter(({ app }) => flagNameOf(app) !== undefined)
  const rollingOut = running.filter(({ candidate }) => candidate !== null)
  const byApp = new Map(apps.map((channel) => [channel.app, channel]))
  const failing = new Set(document.failing)

  return {
    document,
    apps,
    revoked: apps.flatMap(({ app, revoked, stopped }) =>
      [...new Set([...revoked, ...stopped])].map((version) => `${app}@${version}`),
    ),
    named: new Set(
      apps.flatMap(({ app, candidate, lineage }) =>
        [...(candidate === null ? [] : [candidate]), ...lineage].map(
          (version) => `${app}@${version}`,
        ),
      ),
    ),
    fallbacksOf: (app) =>
      healthyFirst(byApp.get(app)?.lineage ?? [], (version) => failing.has(`${app}@${version}`)),
    decide(app, visitor) {
      const channel = byApp.get(app)
      return channel && decide(channel, visitor)
    },
    armsOf: (visitor) => rollingOut.map((channel) => decide(channel, visitor).arm).join(' '),
    isPinned: (visitor) => rollingOut.some(({ pins }) => Object.hasOwn(pins, visitor)),
    features: (visitor) =>
      Object.fromEntries(
        features.map((channel) => [
          flagNameOf(channel.app),
          decide(channel, visitor).version === 'on',
        ]),
      ),
  }
}

/** The versions in their order, but failing ones last. */
export const healthyFirst = (
  versions: string[],
  isFailing: (version: string) => boolean,
): string[] => versions.toSorted((a, b) => Number(isFailing(a)) - Number(isFailing(b)))

/**
 * Pinned visitors first. A visitor without an id gets stable, because all of them would share one
 * bucket. The candidate has the lower buckets, so a growing share keeps its visitors.
 */
function decide(channel: Channel, visitor: string): Decision {
  const { app, candidate, pins, rolloutId, weight } = channel
  const stable = { arm: 'stable', version: stableOf(channel), channel } as const
  if (candidate === null) return { ...stable, rule: 'everybody' }
  const pin = Object.hasOwn(pins, visitor) ? pins[visitor] : undefined
  const isInShare = visitor !== '' && bucketOf(app, rolloutId, visitor) < weight
  const rule = pin === undefined ? 'share' : 'pin'
  return (pin ?? (isInShare ? 'candidate' : 'stable')) === 'candidate'
    ? { arm: 'candidate', version: candidate, rule, channel }
    : { ...stable, rule }
}

/**
 * The visitor's bucket in a rollout, 0 to `fullWeight` - 1: buckets below the weight get the
 * candidate. Changing this function changes the arm of everybody in a rollout.
 */
export function bucketOf(app: string, rolloutId: string, visitor: string): number {
  const hash = MurmurHash3(`${app}:${rolloutId}:${visitor}`).result() >>> 0
  return Number((BigInt(hash) * BigInt(fullWeight)) >> 32n)
}

/** The source of the rollout document on an edge. */
export interface RolloutSource {
  /** Evaluates the latest document; undefined before the first one. */
  evaluator: () => Evaluator | undefined
  /** Calls `listener` with each new evaluator; returns a function that unsubscribes. */
  subscribe: (listener: (evaluator: Evaluator) => void) => () => void
}

/**
 * A source to which documents are given. An equal document changes nothing; one with an older or
 * the same revision is accepted, because a restored registry is right.
 */
export function createRolloutSource(): RolloutSource & { set: (evaluator: Evaluator) => boolean } {
  let current: Evaluator | undefined
  let content = ''
  const listeners = new Set<(evaluator: Evaluator) => void>()
  return {
    evaluator: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(evaluator) {
      const documentText = JSON.stringify(evaluator.document)
      if (documentText === content) return false
      content = documentText
      current = evaluator
      for (const listener of listeners) listener(evaluator)
      return true
    },
  }
}

/** The keys whose releases of an app this edge serves. */
export const trustedKeys =
  (source: RolloutSource) =>
  (app: string): PublicKeys =>
    source.evaluator()?.document.publicKeys?.[app] ?? {}
