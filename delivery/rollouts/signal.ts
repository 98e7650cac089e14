import * as z from 'zod/mini'

import { armSchema } from './channel.ts'
import { figuresSchema } from './figures.ts'

const count = z.int()

/** What became of the pages that were given a release in some time. */
const armCountsSchema = z.object({
  arm: armSchema,
  version: z.string(),
  /** All but those that are younger than a minute and have said nothing yet. */
  exposures: count,
  ready: count,
  /** Those that said so before they were ready, and of them by kind. */
  failed: count,
  failedByKind: z.record(z.string(), count),
  /** Those that said nothing for a minute. */
  silent: count,
  /** Those that failed after they were ready; `ready` counts them too. */
  failedLater: count,
  failedLaterByKind: z.record(z.string(), count),
  /** Those whose visitor went before they were ready; neither good nor bad. */
  left: count,
  /** Of the failed ones, before and after `ready`, those that an earlier release took the place of. */
  fallbacks: count,
  /** In milliseconds, within 5 %; null while none was ready. */
  medianMs: z.nullable(count),
  p95Ms: z.nullable(count),
})
export type ArmCounts = z.infer<typeof armCountsSchema>

/** What the guard makes of the figures. */
const judgementSchema = z.object({
  /** `wait`: too few visitors yet; `grow`: the share may grow. */
  verdict: z.enum(['stop', 'hold', 'wait', 'grow']),
  /** The rule that decided, such as `worse` or `sample`. */
  rule: z.string(),
  /** A sentence with the figures. */
  reason: z.string(),
})
export type Judgement = z.infer<typeof judgementSchema>

/** One time of an app: since its rollout began, or the last hour and the last day. */
export const signalSchema = z.object({
  period: z.enum(['rollout', 'hour', 'day']),
  /** Only of a rollout: when it began. */
  since: z.optional(z.string()),
  arms: z.array(armCountsSchema),
  /** Only of a rollout: what the guard decides by, and what it makes of it. */
  figures: z.optional(figuresSchema),
  judgement: z.optional(judgementSchema),
})
export type Signal = z.infer<typeof signalSchema>
