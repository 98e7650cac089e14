import * as z from 'zod/mini'

import { channelSchema } from './channel.ts'
import { releaseErrorSchema } from './exposure.ts'
import { signalSchema } from './signal.ts'

/** An app's channel in the registry's answers. */
const channelAnswer = z.extend(channelSchema, { changedAt: z.nullable(z.string()) })
export type ChannelAnswer = z.infer<typeof channelAnswer>

/** `POST /apps/:app/changes`. */
export const changeAnswer = z.extend(channelAnswer, {
  /** Why the release that it went back to cannot be served. */
  warning: z.optional(z.string()),
})

/** A release in the registry's answers. */
const releaseAnswer = z.object({
  app: z.string(),
  version: z.string(),
  keyId: z.string(),
  commit: z.nullable(z.string()),
  publishedAt: z.string(),
  publishedBy: z.string(),
  deletedAt: z.nullable(z.string()),
})

/** What edges have observed of an app's releases. */
const sightings = {
  /** Releases that fail for their visitors. */
  failing: z._default(
    z.array(z.object({ version: z.string(), visitors: z.int(), failed: z.int() })),
    [],
  ),
  damaged: z._default(
    z.array(z.object({ version: z.string(), edge: z.string(), reason: z.string() })),
    [],
  ),
  /** Of all apps, only those in a rollout have one. */
  signals: z._default(z.array(signalSchema), []),
}

/** `GET /apps`. */
export const appsAnswer = z.object({
  apps: z.array(
    z.object({
      app: z.string(),
      channel: channelAnswer,
      /** Whether the stable host can run the stable release. */
      fitsHost: z.boolean(),
      ...sightings,
    }),
  ),
})
export type AppRow = z.infer<typeof appsAnswer>['apps'][number]

/** `GET /apps/:app`; the releases come newest first. */
export const appAnswer = z.object({
  app: z.string(),
  publicKeys: z.record(z.string(), z.string()),
  channel: channelAnswer,
  releases: z.array(releaseAnswer),
  ...sightings,
})
export type AppAnswer = z.infer<typeof appAnswer>

/** `GET /apps/:app/errors`; the most frequent one comes first. */
export const errorsAnswer = z.object({
  errors: z.array(
    z.extend(releaseErrorSchema, {
      version: z.string(),
      /** In how many pages. */
      count: z.int(),
      firstAt: z.string(),
      lastAt: z.string(),
      /** Where it is in the source, if the release has source maps. */
      source: z._default(
        z.nullable(z.object({ file: z.string(), line: z.int(), column: z.int() })),
        null,
      ),
    }),
  ),
})
export type ErrorRow = z.infer<typeof errorsAnswer>['errors'][number]

/** One row of the audit log. */
const auditRow = z.object({
  at: z.string(),
  actor: z.string(),
  app: z.string(),
  action: z.string(),
  reason: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  /** What the guard decided by. */
  figures: z.optional(z.unknown()),
})
export type AuditRow = z.infer<typeof auditRow>

/** `GET /audit`; the newest line comes first. */
export const auditAnswer = z.object({ audit: z.array(auditRow) })

/** `GET /me`: whose token it is. */
export const meAnswer = z.object({
  kind: z.enum(['admin', 'app', 'reader']),
  /** The app that a deploy token may change. */
  app: z.nullable(z.string()),
  actor: z.string(),
  expiresAt: z.nullable(z.string()),
})
export type Me = z.infer<typeof meAnswer>

/** The visitors whose page was ready, failed or silent, and those for whom it was ready. */
const pointCounts = z.object({ visitors: z.int(), ready: z.int() })

/** `GET /apps/:app/timeline`: the rollout under way, or the last one of 90 days; null without. */
export const timelineAnswer = z.object({
  app: z.string(),
  version: z.string(),
  stable: z.nullable(z.string()),
  since: z.string(),
  until: z.nullable(z.string()),
  points: z.array(
    z.object({
      at: z.string(),
      /** Of the candidate, at the end of this time. */
      weight: z.int(),
      /** The visitors of this time alone. */
      candidate: pointCounts,
      stable: z.nullable(pointCounts),
      /** The highest evidence against the candidate until then. */
      evidence: z.number(),
    }),
  ),
  decisions: z.array(
    z.object({
      at: z.string(),
      actor: z.string(),
      action: z.string(),
      reason: z.nullable(z.string()),
      weight: z.int(),
      version: z.nullable(z.string()),
    }),
  ),
})
export type Timeline = z.infer<typeof timelineAnswer>
