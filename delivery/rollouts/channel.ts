import * as z from 'zod/mini'

/** A weight of 100 %: rollouts are set in thousandths of a percent. */
export const fullWeight = 100_000

/** A weight as a share, such as "0.5 %". */
export const showShare = (weight: number): string => `${(weight * 100) / fullWeight} %`

const maxSteps = 20
const maxStepSeconds = 90 * 24 * 60 * 60

/** How the share of a candidate grows: each step is held for its time at least. */
export const planSchema = z
  .object({
    /** As it is called in errand.json. */
    name: z.optional(z.string().check(z.maxLength(40))),
    /** Shares that grow; one of `fullWeight` gives the candidate to everybody and ends the plan. */
    steps: z
      .array(
        z.object({
          weight: z.int().check(z.gte(1), z.lte(fullWeight)),
          seconds: z.int().check(z.gte(0), z.lte(maxStepSeconds)),
        }),
      )
      .check(z.minLength(1), z.maxLength(maxSteps)),
  })
  .check(
    z.refine(({ steps }) =>
      steps.every(({ weight }, index) => weight > (steps[index - 1]?.weight ?? 0)),
    ),
  )
export type Plan = z.infer<typeof planSchema>

/** A plan under way. */
const planStateSchema = z.extend(z.object(planSchema.shape), {
  /** The index of the step that the rollout is at. */
  step: z.int(),
  /** When that step began, ISO 8601. */
  since: z.string(),
  /** Since somebody paused it, or changed the rollout by hand. */
  isPaused: z.boolean(),
})
export type PlanState = z.infer<typeof planStateSchema>

type Planned = Pick<Channel, 'plan' | 'weight'>

/** The index of the step that follows: the first with a larger share, which may be set by hand. */
export const nextStepOf = ({ plan, weight }: Planned): number | undefined =>
  indexOrNone(plan?.steps.findIndex((step) => step.weight > weight))

const indexOrNone = (index = -1): number | undefined => (index === -1 ? undefined : index)

/** When the next step is due; undefined for a paused plan and after the last step. */
export function nextStepAt(channel: Planned): Date | undefined {
  const { plan } = channel
  if (plan === null || plan.isPaused || nextStepOf(channel) === undefined) return undefined
  const { seconds = 0 } = plan.steps[plan.step] ?? {}
  return new Date(Date.parse(plan.since) + seconds * 1000)
}

/** The two releases of an app that visitors may be running at one time; there is never a third. */
export const armSchema = z.enum(['stable', 'candidate'])
export type Arm = z.infer<typeof armSchema>

/** What the guard decided about a release, and why. */
export const decisionSchema = z.object({
  version: z.string(),
  /** It was taken from everybody, or must not grow; while it is only observed neither happens. */
  verdict: z.enum(['stop', 'hold']),
  rule: z.string(),
  /** A sentence with the figures. */
  reason: z.string(),
  /** ISO 8601. */
  at: z.string(),
})
export type Decision = z.infer<typeof decisionSchema>

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
  /** How the share grows by itself, if it does. */
  plan: z._default(z.nullable(planStateSchema), null),
  /** Whether the guard decides about the candidate without acting. */
  isObserved: z._default(z.boolean(), false),
  /** The guard's last decision about the candidate, or about the release that it took back. */
  decision: z._default(z.nullable(decisionSchema), null),
  /** Visitors who get an arm whatever their bucket. */
  pins: z.record(z.string(), armSchema),
  /** Releases that nobody may run any more. */
  revoked: z.array(z.string()),
  /** Releases that the guard took back: open pages leave them, and they may be rolled out again. */
  stopped: z._default(z.array(z.string()), []),
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
  plan: null,
  isObserved: false,
  decision: null,
  pins: {},
  revoked: [],
  stopped: [],
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

const appNamePattern = /^(flag:)?[a-z][a-z\d-]{0,63}$/

/** Whether an app, or the channel of a feature flag, can be called so. */
export const isAppName = (text: string): boolean => appNamePattern.test(text)

// Never starts with a dash, which a command line would take for an option.
const visitorIdPattern = /^\w[\w-]{21}$/

/** Whether a visitor can have this id. */
export const isVisitorId = (text: string): boolean => visitorIdPattern.test(text)

/** Whether the app may be without a release: a host is always needed, and a flag is on or off. */
export const mayRunNothing = (app: string): boolean =>
  app !== 'host' && flagNameOf(app) === undefined
