import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Rspack } from '@rsbuild/core'
import {
  parseSync,
  type ArrayExpression,
  type EcmaScriptModule,
  type Expression,
  type ObjectExpression,
} from 'oxc-parser'

import type { RemoteReleaseFile } from '../releases/release.ts'

/** Where a remote's routes are. */
const routesFile = 'src/routes.tsx'

type Pages = RemoteReleaseFile['pages']

/**
 * The files that each page of a remote loads besides its routes, and what could not be determined.
 * The bundler knows what each `import()` loads, but not the path of its route, and running the file
 * would need a second build: so its source is parsed.
 */
export function pagesOf(
  { compilation }: Rspack.Stats,
  directory: string,
): { pages: Pages; unread: string[] } {
  const file = join(directory, routesFile)
  const { routes, unread } = readRouteFile(routesFile, readFileSync(file, 'utf8'))
  const pages = routes
    .toSorted((a, b) => routeScore(b) - routeScore(a))
    .map(({ path, imports }) => ({
      path,
      preload: [...new Set(imports.flatMap((request) => filesOf(compilation, file, request)))],
    }))
  // A layout and its index route have the same path; the router takes the index.
  const isFirst = ({ path }: Pages[number], index: number) =>
    pages.findIndex((page) => page.path === path) === index
  return { pages: pages.filter(isFirst), unread }
}

/** The scripts and styles that one `import()` in a file loads. */
function filesOf(compilation: Rspack.Compilation, file: string, request: string): string[] {
  return compilation.chunkGroups
    .filter(({ origins }) =>
      origins.some((origin) => origin.request === request && isModule(file, origin.module)),
    )
    .flatMap((group) => loadedFiles(group))
}

const isModule = (file: string, module: Rspack.Module | undefined): boolean =>
  module !== undefined && 'resource' in module && module.resource === file

/** The scripts and styles that an import loads, in whichever file it is. */
export function importedFiles({ chunkGroups }: Rspack.Compilation, request: string): string[] {
  const groups = chunkGroups.filter(({ origins }) =>
    origins.some((origin) => origin.request === request),
  )
  if (groups.length === 0) throw new Error(`Nothing imports ${request}`)
  return groups.flatMap((group) => loadedFiles(group))
}

/** The scripts and styles among the files of a chunk group. */
export const loadedFiles = (group: Pick<Rspack.ChunkGroup, 'getFiles'>): string[] =>
  group.getFiles().filter((name) => /\.(js|css)$/.test(name))

/** The router's order of routes: it scores each part of a path. */
function routeScore({ path, isIndex }: FoundRoute): number {
  const points = path.split('/').map((part) => {
    if (part === '*') return -1
    if (part === '') return 2
    return part.startsWith(':') ? 4 : 11
  })
  return points.reduce((sum, point) => sum + point, isIndex ? 2 : 0)
}

/** A route found in a remote's route file. */
interface FoundRoute {
  /** Below the mount, in the router's syntax: '', `new`, `:id/edit`. */
  path: string
  isIndex: boolean
  /** What the route and its layouts import when they are opened. */
  imports: string[]
}

type Element = ArrayExpression['elements'][number]
type ParentRoute = Pick<FoundRoute, 'path' | 'imports'>

/** The statically readable routes of the exported `routes`, and a sentence for each that is not. */
export function readRouteFile(name: string, source: string) {
  const { program, module } = parseSync(name, source)
  const routes: FoundRoute[] = []
  const unread: string[] = []
  const declared = program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' &&
    statement.declaration?.type === 'VariableDeclaration'
      ? statement.declaration.declarations
      : [],
  )
  const exported = declared.find(({ id }) => id.type === 'Identifier' && id.name === 'routes')
  walk(exported?.init, { path: '', imports: [] })
  return { routes, unread }

  function walk(list: Expression | null | undefined, around: ParentRoute): void {
    const plain = withoutType(list)
    if (plain?.type !== 'ArrayExpression') return skipRoutes(plain, 'these routes', around)
    for (const element of plain.elements) walkRoute(element, around)
  }

  function walkRoute(route: Element, around: ParentRoute): void {
    if (route?.type !== 'ObjectExpression') return skipRoutes(route, 'this route', around)
    const { path, index, lazy, children } = propertiesOf(route)
    const segment = path === undefined ? '' : path.type === 'Literal' && path.value
    // The edge does not support optional parts.
    if (typeof segment !== 'string' || segment.includes('?'))
      return skipRoutes(path, 'this path', around)
    const here = {
      path: [around.path, segment].filter((part) => part !== '').join('/'),
      imports: [...around.imports, ...(lazy === undefined ? [] : importsIn(lazy))],
    }
    if (children !== undefined) walk(children, here)
    if (path !== undefined || index !== undefined)
      routes.push({ ...here, isIndex: index !== undefined })
  }

  function importsIn(lazy: Expression): string[] {
    const inside = module.dynamicImports.filter(
      ({ start, end }) => start >= lazy.start && end <= lazy.end,
    )
    const imports = inside.map((call) => requestOf(call)).filter((request) => request !== undefined)
    if (imports.length === 0 || imports.length < inside.length) skip(lazy, 'what this loads')
    return imports
  }

  function requestOf({ moduleRequest }: EcmaScriptModule['dynamicImports'][number]) {
    return /^(['"`])([^$]*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[2]
  }

  function skipRoutes(
    node: { start: number } | null | undefined,
    what: string,
    { path }: ParentRoute,
  ) {
    skip(node, what)
    // There may be pages anywhere below: the edge must not answer 404.
    routes.push({ path: path === '' ? '*' : `${path}/*`, isIndex: false, imports: [] })
  }

  function skip(node: { start: number } | null | undefined, what: string): void {
    const line = source.slice(0, node?.start ?? 0).split('\n').length
    unread.push(`${name}:${line}: ${what} cannot be read without running it`)
  }
}

/** `[…] satisfies RouteObject[]` is the list. */
const withoutType = (value: Expression | null | undefined): Expression | null | undefined =>
  value?.type === 'TSSatisfiesExpression' || value?.type === 'TSAsExpression'
    ? withoutType(value.expression)
    : value

const propertiesOf = ({ properties }: ObjectExpression): Record<string, Expression | undefined> =>
  Object.fromEntries(
    properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier' && !property.computed
        ? [[property.key.name, property.value]]
        : [],
    ),
  )
