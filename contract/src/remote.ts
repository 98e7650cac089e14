import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import * as z from 'zod/mini'

/**
 * What a remote exposes as `./routes`; the host mounts them under the remote's path. `lazy` is a
 * function that answers `Component`, and `loader` if it likes; the rest stands in the route itself.
 */
export interface RemoteModule {
  routes: RouteObject[]
}

/** What a remote may expose as `./widget`: a small view of itself for the dashboard. */
export interface RemoteWidget {
  Widget: ComponentType
}

/** The parts of an icon: SVG elements of a 24 × 24 drawing with their attributes, as lucide keeps them. */
export const iconSchema = z.array(z.tuple([z.string(), z.record(z.string(), z.string())]))
export type Icon = z.infer<typeof iconSchema>

/** Where a remote appears in the product; written as `errand` in the remote's package.json. */
export const remotePlaceSchema = z.object({
  mount: z.string().check(z.regex(/^\/[a-z][a-z0-9-]*$/)),
  label: z.string().check(z.minLength(1), z.maxLength(24)),
  icon: z.string(),
  order: z.int(),
})
export type RemotePlace = z.infer<typeof remotePlaceSchema>
