import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

import { mountedRemoteSchema, type DrawnRemote, type Icon } from '@errand/contract/remote'
import * as z from 'zod/mini'

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: z._default(z.record(z.string(), z.string()), {}),
  devDependencies: z._default(z.record(z.string(), z.string()), {}),
  exports: z.optional(z.record(z.string(), z.string())),
  errand: z.optional(z.unknown()),
  /** The folders that builds of other packages depend on; by default those that it exports. */
  buildInputs: z.optional(z.array(z.string())),
})
export type AppPackage = z.infer<typeof packageSchema>

/** The package.json of a workspace package. */
export function readPackage(directory: string): AppPackage {
  return packageSchema.parse(JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')))
}

/** An app: the host or a remote. */
export interface App {
  name: string
  directory: string
}

/** All apps, the host first; the folder `remote-reports` of a new team is one more. */
export const listApps = (root: string): App[] =>
  readdirSync(root)
    .filter((name) => name === 'host' || name.startsWith('remote-'))
    .map((name) => ({ name, directory: join(root, name) }))
    .filter(({ directory }) => existsSync(join(directory, 'rsbuild.config.ts')))

/** The app's name in releases and URLs: its folder's, `remote-jobs`. */
export const appName = (directory: string): string => basename(directory)

/** The name of the app's Module Federation container, `remote_jobs`. */
export const containerName = (directory: string): string => appName(directory).replaceAll('-', '_')

/** Where the remote appears in the product; throws if its package.json describes it incorrectly. */
export function readPlace(directory: string): DrawnRemote {
  const { entries, icon, ...place } = mountedRemoteSchema.parse(readPackage(directory).errand)
  return {
    ...place,
    icon: iconByName(icon),
    ...(entries !== undefined && {
      entries: entries.map((entry) => ({ ...entry, icon: iconByName(entry.icon) })),
    }),
  }
}

const budgetSchema = z.object({
  /** A page of the host, its import, and the maximum size of both with everything they need. */
  path: z.string(),
  page: z.string(),
  kB: z.number(),
})
export type Budget = z.infer<typeof budgetSchema>

const hostPathsSchema = z.object({
  paths: z.array(z.string()),
  widgetsAt: z.optional(z.string()),
  budgets: z._default(z.array(budgetSchema), []),
})

/** The host's own pages, for the edge: their paths, and the one that shows the remotes' widgets. */
export function readHostPages(directory: string): { paths: string[]; widgetsAt?: string } {
  const { paths, widgetsAt } = hostPathsSchema.parse(readPackage(directory).errand)
  return { paths, ...(widgetsAt !== undefined && { widgetsAt }) }
}

/** The size budgets of the host's pages. */
export function readBudgets(directory: string): Budget[] {
  return hostPathsSchema.parse(readPackage(directory).errand).budgets
}

/** The drawing of a lucide icon, so that the host needs no icon library for remotes. */
export function iconByName(name: string): Icon {
  const icons = createRequire(import.meta.url)('lucide-static/icon-nodes.json') as Record<
    string,
    Icon
  >
  const icon = icons[name]
  if (icon === undefined) throw new Error(`There is no lucide icon named "${name}"`)
  return icon
}

/** The chunk that `./routes` is built into. */
export const routesChunk = 'routes'

/** The chunk that `./widget` is built into. */
export const widgetChunk = 'widget'

const widgetSource = 'src/widget.tsx'

interface Exposed {
  key: string
  source: string
  chunk: string
}

/** Whether a remote has a widget for the dashboard. */
export const hasWidget = (directory: string): boolean => existsSync(join(directory, widgetSource))

/** What a remote exposes: its routes, and a widget when it has one. */
export function exposed(directory: string): Exposed[] {
  const routes = { key: './routes', source: 'src/routes.tsx', chunk: routesChunk }
  const widget = { key: './widget', source: widgetSource, chunk: widgetChunk }
  return hasWidget(directory) ? [routes, widget] : [routes]
}

/** The policies that the host's own code creates, besides its chunk loader's. */
export const hostPolicies = ['errand-loader', 'default']
