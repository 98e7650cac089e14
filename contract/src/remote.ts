import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import * as z from 'zod/mini'

/**
 * What a remote exposes as `./routes`; the host mounts them under the remote's path. `lazy` is a
 * function that returns `Component`, and optionally `loader`; all else stands in the route itself:
 * `[{ index: true, lazy: async () => ({ Component: (await import('./list-page.tsx')).ListPage }) }]`.
 */
export interface RemoteModule {
  routes: RouteObject[]
}

/** The `handle` of a route: what the shell has to know about its page. */
export interface PageHandle {
  /** `window`: the page has the whole window beside the navigation, and scrolls by itself. */
  layout?: 'window'
  /** Whether the page at this query has a phone's whole screen, without the bars of the shell. */
  fillsPhone?: (parameters: URLSearchParams) => boolean
}

/** What a remote may expose as `./widget`, a small view of itself for the dashboard: `export function Widget()`. */
export interface RemoteWidget {
  Widget: ComponentType
}

/** The parts of an icon: SVG elements of a 24 × 24 drawing with their attributes, as lucide keeps them. */
export const iconSchema = z.array(z.tuple([z.string(), z.record(z.string(), z.string())]))
export type Icon = z.infer<typeof iconSchema>

const labelSchema = z.string().check(z.minLength(1), z.maxLength(24))
const languageTagSchema = z.string().check(z.regex(/^[a-z]{2,3}$/))

/** A label of the shell: in English, and translated by language (`hi`, `ar`). */
const withTranslations = <const Label extends z.ZodMiniType<string>>(label: Label) => ({
  label,
  labels: z.optional(z.record(languageTagSchema, label)),
})

/** A command of a remote that the command palette offers before the remote's code is loaded. */
export const remoteCommandSchema = z.object({
  ...withTranslations(z.string().check(z.minLength(1), z.maxLength(48))),
  /** The path below the mount: `new`, `?attention=handoff`. */
  to: z.string().check(z.regex(/^[\w?][\w/?=&,.-]*$/), z.maxLength(200)),
})

/** A page below the mount that has its own entry in the navigation. */
const navigationEntry = {
  ...withTranslations(labelSchema),
  icon: z.string(),
  /** The path below the mount. */
  to: z.string().check(z.regex(/^[a-z][\w/-]*$/), z.maxLength(40)),
  /** The key that opens it after `g`. */
  key: z.optional(z.string().check(z.regex(/^[a-z]$/))),
}

const maxEntries = 3

/** The figures of `GET /auth/stats` that the navigation can show beside a remote. */
export const badgeFigures = ['sessions.needsYou', 'messages.unread'] as const

/** How a remote is mounted in the product; written as `errand` in the remote's package.json. */
export const mountedRemoteSchema = z.object({
  mount: z.string().check(z.regex(/^\/[a-z][a-z0-9-]*$/)),
  ...withTranslations(labelSchema),
  icon: z.string(),
  order: z.int(),
  /** The key that opens the remote after `g`. */
  key: z.optional(z.string().check(z.regex(/^[a-z]$/))),
  badge: z.optional(z.enum(badgeFigures)),
  /** Where the dashboard shows the widget; `aside` by default. */
  dashboard: z.optional(z.enum(['main', 'aside'])),
  commands: z.optional(z.array(remoteCommandSchema).check(z.maxLength(12))),
  /** Further entries of the navigation, after the mount's own. */
  entries: z.optional(z.array(z.object(navigationEntry)).check(z.maxLength(maxEntries))),
})
export type MountedRemote = z.infer<typeof mountedRemoteSchema>

/** The same with its icons as drawings, as releases contain it. */
export const drawnRemoteSchema = z.extend(mountedRemoteSchema, {
  icon: iconSchema,
  entries: z.optional(
    z.array(z.object({ ...navigationEntry, icon: iconSchema })).check(z.maxLength(maxEntries)),
  ),
})
export type DrawnRemote = z.infer<typeof drawnRemoteSchema>
