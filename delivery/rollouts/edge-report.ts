import * as z from 'zod/mini'

/** How many visitors of a release one report may count. */
export const maxCounted = 1_000_000
const count = z.int().check(z.gte(0), z.lte(maxCounted))

export const edgeNamePattern = /^[\w.:-]{1,200}$/

/** A machine's name may have any characters. */
export const cleanEdgeName = (name: string): string => name.replaceAll(/[^\w.:-]/g, '-').slice(-200)

/** What an edge reports to the registry about the releases that it serves, each by `app@version`. */
export const edgeReportSchema = z.object({
  /** Visitors whom it has seen with a release since its last report, and how many of them avoid it. */
  visits: z.record(z.string(), z.object({ visitors: count, avoidedBy: count })),
  /** What it cannot open now, and why. */
  damaged: z.record(z.string(), z.string().check(z.maxLength(500))),
})
export type EdgeReport = z.infer<typeof edgeReportSchema>

/** How many visitors were seen with a release, and how many of them avoid it. */
export type Visits = EdgeReport['visits'][string]

/** Fewer visitors with a bad network would decide about a release that others have hardly seen. */
const minAvoiding = 3

/**
 * Whether a release fails for its visitors rather than for a few bad networks: for half of all that it
 * ever had and at least three, or for every one, as on a developer's machine. Anybody can send a
 * cookie that says so: it orders what is fallen back on and is offered, and takes nothing from anybody.
 */
export const isAvoided = ({ visitors, avoidedBy }: Visits): boolean =>
  avoidedBy > 0 && avoidedBy * 2 >= visitors && (avoidedBy >= minAvoiding || avoidedBy >= visitors)
