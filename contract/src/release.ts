import * as z from 'zod/mini'

import type { ReleaseState } from './release-state.ts'
import { drawnRemoteSchema } from './remote.ts'

const integritySchema = z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/))

/** A file that the browser preloads. `url` is absolute on the document's origin. */
export const releaseAssetSchema = z.object({
  url: z.string(),
  as: z.enum(['script', 'style']),
  integrity: z.optional(integritySchema),
})
export type ReleaseAsset = z.infer<typeof releaseAssetSchema>

/** What one page of a remote loads besides the remote's routes. */
const pagePreloadSchema = z.object({
  /** The page's path below the mount, as the router writes it: '', `new`, `:id/edit`. */
  path: z.string(),
  preload: z.array(releaseAssetSchema),
})

const releaseShape = {
  version: z.string(),
  /** The container's global variable, unique per release: two releases never mix in one page. */
  globalName: z.string(),
  entry: releaseAssetSchema,
  /** What the remote's routes need besides the entry. */
  preload: z.array(releaseAssetSchema),
  pages: z.array(pagePreloadSchema),
  /** What its widget for the dashboard needs besides the entry; nothing when it has none. */
  widget: z.optional(z.array(releaseAssetSchema)),
}

/** One remote's release as the page needs it to load and mount it. */
export const remoteReleaseSchema = z.object({
  app: z.string(),
  /** The Module Federation container's name, `remote_jobs`. */
  name: z.string(),
  ...drawnRemoteSchema.shape,
  ...releaseShape,
  /** The releases to take, in this order, when this one cannot be loaded or does not work. */
  fallbacks: z._default(z.array(z.object(releaseShape)), []),
  /** True for a release from a ticket: its crashes are not counted. */
  isPreview: z.optional(z.boolean()),
})
export type RemoteRelease = z.infer<typeof remoteReleaseSchema>

/** A development server on the visitor's own machine; no other origin may serve code for a preview. */
export const loopbackOriginSchema = z
  .string()
  .check(z.regex(/^http:\/\/(?:localhost|127\.0\.0\.1):\d{1,5}$/))

/** What a ticket changed in a release set. */
const overrideSchema = z.object({
  /** The ticket's releases that the set contains, for people: `remote-jobs 2.0.0`. */
  apps: z.array(z.string()),
  /** The ticket's releases that this set cannot run. */
  refused: z._default(z.array(z.string()), []),
  expiresAt: z.string(),
  /** The development servers whose scripts may run in this document, without a hash. */
  localOrigins: z._default(z.array(loopbackOriginSchema), []),
})

/** The releases that one document runs, chosen once by the edge and written into the HTML. */
export const releaseSetSchema = z.object({
  id: z.string(),
  /** The revision of the rollout document it was chosen by. */
  revision: z.int(),
  host: z.object({ version: z.string() }),
  remotes: z.array(remoteReleaseSchema),
  /** Releases that nobody may run any more, as `app@version`. */
  revoked: z.array(z.string()),
  /** The feature flags of this visitor. */
  flags: z.record(z.string(), z.boolean()),
  /** Set when the document was opened with a ticket. */
  override: z.optional(overrideSchema),
})
export type ReleaseSet = z.infer<typeof releaseSetSchema>

/** The settings of one deployment that the page needs; written into the HTML beside the release set. */
export const pageConfigSchema = z.object({
  identity: z.object({
    projectId: z.string(),
    apiKey: z.string(),
    authDomain: z.optional(z.string()),
    /** True when the identity provider is the local emulator, reached through the document's origin. */
    emulator: z.boolean(),
  }),
  /** The payment provider's script, which a page may load; none where nobody can pay. */
  checkoutUrl: z.optional(z.url()),
  /** Meta's script, by which a page opens the signup of a WhatsApp number; none where nobody can. */
  facebookSdkUrl: z.optional(z.url()),
})
export type PageConfig = z.infer<typeof pageConfigSchema>

/** The id of the JSON block that holds the `ReleaseSet`. */
export const releaseSetElementId = 'errand-release-set'

/** The event by which the host tells the edge's boot script, released apart, how a release does. */
export const releaseStatusEvent = 'errand:status'

/** Its detail: of each app the first verdict counts, and a failure after `ready`. */
export interface ReleaseStatus {
  app: string
  status: ReleaseState
  /** How it failed; the script knows whether `import` was for want of a file. */
  kind?: 'import' | 'render' | 'blank' | 'waiting' | 'timeout' | 'safe-mode'
  /** Whether an earlier release took its place. */
  isReplaced?: boolean
  /** What was thrown. */
  cause?: unknown
}

/** What stands in a release's documents for the origin of the site, which the build does not know. */
export const originPlaceholder = '%ORIGIN%'
/** The id of the JSON block that holds the `PageConfig`. */
export const pageConfigElementId = 'errand-config'
