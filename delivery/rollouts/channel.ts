import * as z from 'zod/mini'

/** A weight of 100 %: rollouts are set in thousandths of a percent. */
export const fullWeight = 100_000

/** The two releases of an app that visitors may be running at one time; there is never a third. */
export const armSchema = z.enum(['stable', 'candidate'])
export type Arm = z.infer<typeof armSchema>

/** Which releases of an app run, and for whom: the state that rollouts change. */
export const channelSchema = z.object({
  app: z.string(),
  /** The releases that were stable, newest first; the first one is stable now. */
  lineage: z.array(z.string()),
  candidate: z.nullable(z.string()),
  /** The candidate's share of visitors, 0 to `fullWeight`. */
  weight: z.int().check(z.gte(0), z.lte(fullWeight)),
  /** The salt of the buckets: fixed for the life of a rollout, new for the next one. */
  rolloutId: z.string(),
  isPaused: z.boolean(),
  /** Visitors who get an arm whatever their bucket. */
  pins: z.record(z.string(), armSchema),
  /** Releases that nobody may run any more. */
  revoked: z.array(z.string()),
  /** Counts the changes: a change names the revision that its author has seen. */
  revision: z.int(),
})
export type Channel = z.infer<typeof channelSchema>

/** How many former stable releases a page may fall back on. */
export const maxFallbacks = 3

/** The release of everybody who is in no rollout. */
export const stableOf = ({ lineage }: Channel): string | undefined => lineage[0]

/** The state of an app that has no release yet. */
export const emptyChannel = (app: string): Channel => ({
  app,
  lineage: [],
  candidate: null,
  weight: 0,
  rolloutId: '',
  isPaused: false,
  pins: {},
  revoked: [],
  revision: 0,
})

/**
 * A feature flag has a channel as well, `flag:<name>`, with the releases `off` and `on`: it is
 * rolled out, paused and rolled back like an app.
 */
export const flagPrefix = 'flag:'

/** The name of the flag of this channel; undefined for an app. */
export const flagNameOf = (app: string): string | undefined =>
  app.startsWith(flagPrefix) ? app.slice(flagPrefix.length) : undefined

/** Whether the app may be without a release: a host is always needed, and a flag is on or off. */
export const mayRunNothing = (app: string): boolean =>
  app !== 'host' && flagNameOf(app) === undefined
