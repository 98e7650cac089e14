import * as z from 'zod/mini'

import { channelSchema } from '../rollouts/channel.ts'

/** An app's channel as the registry tells of it. */
export const channelAnswer = z.extend(channelSchema, { changedAt: z.nullable(z.string()) })
export type ChannelAnswer = z.infer<typeof channelAnswer>

/** A release as the registry tells of it. */
const releaseAnswer = z.object({
  app: z.string(),
  version: z.string(),
  keyId: z.string(),
  commit: z.nullable(z.string()),
  publishedAt: z.string(),
  publishedBy: z.string(),
  deletedAt: z.nullable(z.string()),
})

/** `GET /apps`. */
export const appsAnswer = z.object({
  apps: z.array(
    z.object({
      app: z.string(),
      channel: channelAnswer,
      /** Whether the stable host can run the stable release. */
      fitsHost: z.boolean(),
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
})
export type AppAnswer = z.infer<typeof appAnswer>

/** One line of who did what, and why. */
const auditRow = z.object({
  at: z.string(),
  actor: z.string(),
  app: z.string(),
  action: z.string(),
  reason: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
})
export type AuditRow = z.infer<typeof auditRow>

/** `GET /audit`; the newest line comes first. */
export const auditAnswer = z.object({ audit: z.array(auditRow) })
