import * as z from 'zod/mini'

import { exposureSchema, maxExposures } from './exposure.ts'

/** How many visitors of a release one report may count. */
export const maxCounted = 1_000_000
const count = z.int().check(z.gte(0), z.lte(maxCounted))

export const edgeNamePattern = /^[\w.:-]{1,200}$/

/** A machine's name may have any characters. */
export const cleanEdgeName = (name: string): string => name.replaceAll(/[^\w.:-]/g, '-').slice(-200)

/** An edge's report to the registry about its releases, each by `app@version`. */
export const edgeReportSchema = z.object({
  /** New visitors of each release since the last report, and how many of them avoid it. */
  visits: z.record(z.string(), z.object({ visitors: count, avoidedBy: count })),
  /** The releases that it cannot serve now, and why. */
  damaged: z.record(z.string(), z.string().check(z.maxLength(500))),
  /** What pages were given, and what they said; a repeated one counts once. */
  exposures: z._default(z.array(exposureSchema).check(z.maxLength(maxExposures)), []),
})
export type EdgeReport = z.infer<typeof edgeReportSchema>

/** A key of the tokens that documents carry: its name, and 32 bytes as base64url. */
const tokenKeySchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  key: z.string().check(z.regex(/^[\w-]{43}$/)),
})
export type TokenKey = z.infer<typeof tokenKeySchema>

/** The registry's answer to a report. */
export const edgeAnswerSchema = z.object({
  /** An edge signs with the first key and accepts tokens of each. */
  keys: z.array(tokenKeySchema).check(z.maxLength(10)),
})

/** The number of a release's visitors, and how many of them avoid it. */
export type Visits = EdgeReport['visits'][string]

/**
 * Otherwise a few visitors with a bad network would decide about a release that few others have
 * seen.
 */
const minAvoiding = 3

/**
 * Whether a release fails for its visitors rather than for a few bad networks: for half of all
 * visitors and at least three, or for every one, as on a developer's machine. Anybody can send a
 * cookie that says so: it only affects the order of fallbacks and offers.
 */
export const isAvoided = ({ visitors, avoidedBy }: Visits): boolean =>
  avoidedBy > 0 && avoidedBy * 2 >= visitors && (avoidedBy >= minAvoiding || avoidedBy >= visitors)
