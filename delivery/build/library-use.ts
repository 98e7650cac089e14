import { readFileSync } from 'node:fs'

import type { Rspack } from '@rsbuild/core'
import { parseSync } from 'oxc-parser'

/** Names of libraries' exports, by the library. */
export type LibraryNames = Record<string, string[]>

/**
 * The exports that a remote imports from the page's libraries; of those it imports whole, none are
 * listed.
 */
export function usedExports({ compilation }: Rspack.Stats): LibraryNames {
  const { moduleGraph, chunkGraph } = compilation
  const uses = new Map<string, Set<string>>()
  for (const module of compilation.modules) {
    if (module.type !== 'consume-shared-module') continue
    const connections = moduleGraph.getIncomingConnections(module)
    for (const { dependency } of connections.filter((one) => isKept(one, chunkGraph))) {
      if (dependency.request === undefined) continue
      const names = uses.get(dependency.request) ?? new Set()
      uses.set(dependency.request, names)
      for (const name of dependency.ids?.slice(0, 1) ?? []) names.add(name)
    }
  }
  return toSortedNames(uses)
}

/** Whether an import is still there after tree shaking. */
const isKept = (
  connection: Rspack.ModuleGraphConnection,
  chunks: Rspack.Compilation['chunkGraph'],
): boolean =>
  connection.originModule !== null &&
  chunks.getModuleChunks(connection.originModule).length > 0 &&
  connection.getActiveState(undefined) !== false

/**
 * The exports that the host's module of shared libraries provides to remotes: the named ones of a
 * library imported in parts; all of one that is passed on whole.
 */
export function providedExports(
  { compilation }: Rspack.Stats,
  file: string,
  libraries: readonly string[],
): LibraryNames {
  const { moduleGraph } = compilation
  const providerModule = [...compilation.modules].find((module) => resourceOf(module) === file)
  if (providerModule === undefined) throw new Error(`${file} is not part of the build`)
  const providedByLibrary = new Map(libraries.map((library) => [library, new Set<string>()]))
  for (const dependency of providerModule.dependencies) {
    const names = providedByLibrary.get(dependency.request ?? '')
    if (names === undefined || dependency.ids === undefined) continue
    const module = moduleGraph.getModule(dependency)
    const provided =
      dependency.ids.length > 0 || module === null ? dependency.ids.slice(0, 1) : exportsOf(module)
    for (const name of provided) names.add(name)
  }
  return toSortedNames(providedByLibrary)

  function exportsOf(module: Rspack.Module): string[] {
    const names = moduleGraph.getProvidedExports(module)
    if (!Array.isArray(names))
      throw new Error(`The exports of ${module.identifier()} are not known`)
    return isCommonJs(module) ? [...names, 'default'] : names
  }
}

/** A CommonJS module is its own default export. */
function isCommonJs(module: Rspack.Module): boolean {
  const file = resourceOf(module)
  return file !== undefined && !parseSync(file, readFileSync(file, 'utf8')).module.hasModuleSyntax
}

const resourceOf = (module: Rspack.Module): string | undefined =>
  'resource' in module && typeof module.resource === 'string' ? module.resource : undefined

const toSortedNames = (names: Map<string, Set<string>>): LibraryNames =>
  Object.fromEntries(
    [...names]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([library, found]) => [library, [...found].toSorted()]),
  )
