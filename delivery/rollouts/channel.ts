import * as z from 'zod/mini'

/** The whole of a weight: rollouts are set in thousandths of a percent. */
export const fullWeight = 100_000

/** The two releases of an app that visitors may be running at one moment; there is never a third. */
export const armSchema = z.enum(['stable', 'candidate'])
export type Arm = z.infer<typeof armSchema>

/** Which releases of an app run, and for whom: the state that a rollout moves. */
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
  /** Counts the changes: whoever changes it says which one was seen. */
  revision: z.int(),
})
export type Channel = z.infer<typeof channelSchema>

/** How many releases that were everybody's a page may fall back on. */
export const maxFallbacks = 3

/** The release that everybody runs who is in no rollout. */
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
 * A feature flag has a channel too, `flag:<name>`, whose two releases are `off` and `on`: it is
 * rolled out, paused and taken back like any app.
 */
export const flagPrefix = 'flag:'

/** The name of the flag whose channel this is, or nothing for an app's. */
export const flagNameOf = (app: string): string | undefined =>
  app.startsWith(flagPrefix) ? app.slice(flagPrefix.length) : undefined

/** Whether nobody may run the app: without a host there is no page, and a flag is on or off. */
export const mayRunNothing = (app: string): boolean =>
  app !== 'host' && flagNameOf(app) === undefined
