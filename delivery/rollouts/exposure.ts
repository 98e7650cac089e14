import * as z from 'zod/mini'

/** How a release failed in a page. */
export const failureKinds = [
  /** Its code threw while it was loaded, or exposes no routes. */
  'import',
  /** A file has another hash than the release says. */
  'integrity',
  /** A file did not arrive. */
  'chunk',
  /** A page of it threw. */
  'render',
  /** A page of it showed nothing. */
  'blank',
  /** A page of it loaded for ever. */
  'waiting',
  /** Its code neither arrived nor failed. */
  'timeout',
  /** It had failed to start three times in this browser. */
  'safe-mode',
] as const
export type FailureKind = (typeof failureKinds)[number]

/**
 * Those that say that files did not arrive. The files of a candidate are in no browser's cache, so
 * it always has more of these than stable.
 */
export const missingKinds: readonly FailureKind[] = ['chunk', 'timeout']

/** How many exposures one report may have. */
export const maxExposures = 1000

/** An uncaught error of a release, without addresses and digits of its message. */
export const releaseErrorSchema = z.object({
  message: z.string().check(z.maxLength(200)),
  /** The file of the release, `static/js/async/d.1f0ca885ab.js`. */
  file: z.string().check(z.maxLength(200)),
  line: z.int().check(z.gte(0)),
  column: z.int().check(z.gte(0)),
})
export type ReleaseError = z.infer<typeof releaseErrorSchema>

/**
 * One page that was given a release of an app, and what it said of it. It is reported when it is
 * given and again with the verdict; without one after a minute the page is silent: it stayed white
 * or hangs.
 */
export const exposureSchema = z.object({
  /** Of the page, the same for all apps in it. */
  id: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  app: z.string().check(z.maxLength(100)),
  version: z.string().check(z.maxLength(100)),
  arm: z.enum(['stable', 'candidate']),
  /** When it was given, in milliseconds since 1970. */
  at: z.int().check(z.gte(0)),
  /** A hash of the visitor's id by a key of the day; none of visitors that are no evidence. */
  visitor: z.optional(z.string().check(z.regex(/^[\w-]{16}$/))),
  /** A hash of the visitor's network by the same key. */
  network: z.optional(z.string().check(z.regex(/^[\w-]{16}$/))),
  /** Since when the visitor's browser is known as an owner's, in milliseconds since 1970. */
  knownSince: z.optional(z.int().check(z.gte(0))),
  /** Whether its visitor came to the app by a navigation inside an open page. */
  isNavigation: z.optional(z.boolean()),
  /** `left`: its visitor went before it was ready. A page that was ready may fail once more. */
  verdict: z.optional(z.enum(['ready', 'failed', 'left'])),
  /** How long it took until it was ready, in milliseconds. */
  readyMs: z.optional(z.int().check(z.gte(0), z.lte(600_000))),
  kind: z.optional(z.enum(failureKinds)),
  /** Whether an earlier release took its place, so that the visitor saw a page. */
  isReplaced: z.optional(z.boolean()),
  error: z.optional(releaseErrorSchema),
})
export type Exposure = z.infer<typeof exposureSchema>
