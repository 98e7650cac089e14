import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Rspack } from '@rsbuild/core'

import type { RemoteReleaseFile } from '../releases/release.ts'
import { readRouteFile, type FoundRoute } from './route-file.ts'

/** Where a remote's routes are. */
const routesFile = 'src/routes.tsx'

type Pages = RemoteReleaseFile['pages']

/** What each page of a remote loads besides its routes, and what could not be found out. */
export function pagesOf(
  { compilation }: Rspack.Stats,
  directory: string,
): { pages: Pages; unread: string[] } {
  const file = join(directory, routesFile)
  const { routes, unread } = readRouteFile(routesFile, readFileSync(file, 'utf8'))
  const pages = routes
    .toSorted((a, b) => rank(b) - rank(a))
    .map(({ path, imports }) => ({
      path,
      preload: [...new Set(imports.flatMap((request) => filesOf(compilation, file, request)))],
    }))
  // A layout and its index have one path; the router takes the index.
  const isFirst = ({ path }: Pages[number], index: number) =>
    pages.findIndex((page) => page.path === path) === index
  return { pages: pages.filter(isFirst), unread }
}

/** The scripts and styles that one `import()` of a file loads. */
function filesOf(compilation: Rspack.Compilation, file: string, request: string): string[] {
  return compilation.chunkGroups
    .filter(({ origins }) =>
      origins.some((origin) => origin.request === request && isModule(file, origin.module)),
    )
    .flatMap((group) => loadedFiles(group))
}

const isModule = (file: string, module: Rspack.Module | undefined): boolean =>
  module !== undefined && 'resource' in module && module.resource === file

/** The scripts and styles among the files of a chunk group. */
export const loadedFiles = (group: Pick<Rspack.ChunkGroup, 'getFiles'>): string[] =>
  group.getFiles().filter((name) => /\.(js|css)$/.test(name))

/** The order in which the router tries routes, by its own points for each part of a path. */
function rank({ path, isIndex }: FoundRoute): number {
  const points = path.split('/').map((part) => {
    if (part === '*') return -1
    if (part === '') return 2
    return part.startsWith(':') ? 4 : 11
  })
  return points.reduce((sum, point) => sum + point, isIndex ? 2 : 0)
}
