import * as z from 'zod/mini'

const count = z.int().check(z.gte(0), z.lte(1_000_000))

/** What an edge tells the registry of the releases that it serves, each by `app@version`. */
export const edgeReportSchema = z.object({
  /** Visitors whom it has seen with a release since its last report, and how many of them avoid it. */
  visits: z.record(z.string(), z.object({ visitors: count, avoidedBy: count })),
  /** What it cannot open now, and why. */
  damaged: z.record(z.string(), z.string().check(z.maxLength(500))),
})
export type EdgeReport = z.infer<typeof edgeReportSchema>

/** How many visitors were seen with a release, and how many of them avoid it. */
export type Visits = EdgeReport['visits'][string]

/**
 * Whether a release fails for its visitors rather than for a few bad networks. Anybody can send a
 * cookie that says so: it orders what is fallen back on and is offered, and takes nothing from anybody.
 */
export const isAvoided = ({ visitors, avoidedBy }: Visits): boolean =>
  avoidedBy > 0 && avoidedBy * 2 >= visitors
