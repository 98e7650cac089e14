import * as z from 'zod/mini'

import { flagNameOf, fullWeight, stableOf, type Arm, type Channel } from './channel.ts'

/** A flag as flagd defines it; one for each app, one for each feature. */
const flagSchema = z.looseObject({
  state: z.enum(['ENABLED', 'DISABLED']),
  variants: z.record(z.string(), z.unknown()),
  defaultVariant: z.optional(z.nullable(z.string())),
  targeting: z.optional(z.unknown()),
  metadata: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
})

/** The document that says who runs what, in flagd's format: any flagd tool evaluates it. */
export const flagdDocumentSchema = z.looseObject({
  flags: z.record(z.string(), flagSchema),
  metadata: z.object({
    revision: z.int(),
    /** The registry's public key for tickets, Ed25519 as SPKI PEM. */
    ticketKey: z.optional(z.string()),
  }),
  /** Who signs the releases of each app, by key id. Not flagd's: its tools pass over it. */
  publicKeys: z.optional(z.record(z.string(), z.record(z.string(), z.string()))),
})
export type FlagdDocument = z.infer<typeof flagdDocumentSchema>
type Flag = z.infer<typeof flagSchema>

interface Extras {
  ticketKey?: string | undefined
  publicKeys?: FlagdDocument['publicKeys']
}

/** The document of these channels; apps without a release are not in it. */
export function toFlagdDocument(
  channels: Channel[],
  revision: number,
  { ticketKey, publicKeys }: Extras = {},
): FlagdDocument {
  const flags = channels.flatMap((channel) => {
    const flag = toFlag(channel)
    return flag === undefined ? [] : [[flagNameOf(channel.app) ?? channel.app, flag] as const]
  })
  return {
    $schema: 'https://flagd.dev/schema/v0/flags.json',
    flags: Object.fromEntries(flags),
    metadata: {
      revision,
      ...(ticketKey !== undefined && { ticketKey }),
    },
    ...(publicKeys !== undefined && { publicKeys }),
  }
}

function toFlag(channel: Channel): Flag | undefined {
  const { app, candidate, weight, rolloutId, lineage, revoked } = channel
  // Nothing, as a version, is what the others have of an app whose first release is rolled out.
  const stable = stableOf(channel) ?? ''
  if (stable === '' && candidate === null) return undefined
  const isFeature = flagNameOf(app) !== undefined
  const value = (version: string) => (isFeature ? version === 'on' : version)
  const metadata = {
    kind: isFeature ? 'feature' : 'app',
    rolloutId,
    weight,
    // flagd's metadata are plain values; versions hold no spaces.
    lineage: lineage.join(' '),
    revoked: revoked.join(' '),
  }
  if (candidate === null) {
    return {
      state: 'ENABLED',
      variants: { stable: value(stable) },
      defaultVariant: 'stable',
      metadata,
    }
  }
  return {
    state: 'ENABLED',
    variants: { stable: value(stable), candidate: value(candidate) },
    defaultVariant: 'stable',
    targeting: targeting(channel),
    metadata,
  }
}

/**
 * Pinned visitors first. A visitor without an id gets stable: all of them share one bucket. The
 * candidate comes first and the total never changes, so a growing share keeps those it had.
 */
function targeting({ app, pins, weight, rolloutId }: Channel): unknown {
  const pinnedTo = (arm: Arm) => Object.keys(pins).filter((visitor) => pins[visitor] === arm)
  const salted = { cat: [app, `:${rolloutId}:`, visitorId] }
  return {
    if: [
      { in: [visitorId, pinnedTo('candidate')] },
      'candidate',
      { in: [visitorId, pinnedTo('stable')] },
      'stable',
      { '!!': [visitorId] },
      { fractional: [salted, ['candidate', weight], ['stable', fullWeight - weight]] },
      'stable',
    ],
  }
}

const visitorId = { var: 'targetingKey' }

const targetingSchema = z.object({ if: z.array(z.unknown()) })
const pinnedSchema = z.object({ in: z.tuple([z.unknown(), z.array(z.string())]) })

/** By what a flag decides for a visitor; flagd has one word, TARGETING_MATCH, for pin and share. */
export function ruleFor(flag: Flag | undefined, visitor: string): 'everybody' | 'pin' | 'share' {
  const rules = targetingSchema.safeParse(flag?.targeting).data?.if
  if (rules === undefined) return 'everybody'
  const isPinned = rules.some((part) => pinnedSchema.safeParse(part).data?.in[1].includes(visitor))
  return isPinned ? 'pin' : 'share'
}
