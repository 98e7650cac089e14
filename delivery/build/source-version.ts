import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { previewMark } from '../releases/release.ts'
import { readPackage, type AppPackage } from './app-package.ts'

const ignored = /(^|\/)(node_modules|dist|testing|\..*)(\/|$)|\.test\.tsx?$|vitest\.config\.ts$/

/**
 * The version of an app's release, `0.1.0-<12 hex digits>`: the same for the same source, its
 * workspace dependencies, lockfile and build preset; `RELEASE` in the environment overrides it.
 * `more` are further folders that it is built of, below the workspace's root.
 */
export function sourceVersion(directory: string, more: string[] = []): string {
  const releaseOverride = process.env['RELEASE']
  if (releaseOverride !== undefined && releaseOverride !== '') return releaseOverride
  return `${readPackage(directory).version}-${sourceHash(directory, more)}`
}

/** The version of a preview of a branch, `0.1.0-preview.pr-12.<12 hex digits>`. */
export const previewVersion = (directory: string, branch: string): string =>
  `${readPackage(directory).version}${previewMark}${branch}.${sourceHash(directory)}`

function sourceHash(directory: string, more: string[] = []): string {
  const root = workspaceRoot(directory)
  const hash = createHash('sha256')
  for (const file of inputFiles(root, directory, more)) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex').slice(0, 12)
}

function inputFiles(root: string, directory: string, more: string[]): string[] {
  const shared = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.base.json']
  const files = new Set(shared.map((name) => join(root, name)))
  for (const file of filesBelow(directory, directory)) files.add(file)
  const folders = more.map((folder) => join(root, folder))
  for (const path of [...dependencyInputs(root, directory, new Set()), ...folders]) {
    for (const file of filesBelow(path, path)) files.add(file)
  }
  return [...files].toSorted()
}

/**
 * The manifest of each workspace dependency, the folders that it exports, and its own dependencies.
 */
function dependencyInputs(root: string, directory: string, seen: Set<string>): string[] {
  const { dependencies, devDependencies } = readPackage(directory)
  return Object.entries({ ...dependencies, ...devDependencies }).flatMap(([name, version]) => {
    if (!version.startsWith('workspace:') || seen.has(name)) return []
    seen.add(name)
    const dependency = join(root, name.replace(/^@[^/]+\//, ''))
    const { buildInputs } = readPackage(dependency)
    const folders = buildInputs ?? exportedFolders(readPackage(dependency))
    const own = ['package.json', ...folders].map((path) => join(dependency, path))
    // Named inputs are everything that a build takes from the package.
    return buildInputs ? own : [...own, ...dependencyInputs(root, dependency, seen)]
  })
}

function exportedFolders({ exports = {} }: AppPackage): string[] {
  const folders = Object.values(exports).map((target) => dirname(target))
  return [...new Set(folders)].filter((folder) => folder !== '.')
}

function filesBelow(base: string, directory: string): string[] {
  if (statSync(directory).isFile()) return [directory]
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (ignored.test(relative(base, path))) return []
    return entry.isDirectory() ? filesBelow(base, path) : [path]
  })
}

/** The nearest folder above that holds pnpm-workspace.yaml. */
export function workspaceRoot(directory: string): string {
  if (existsSync(join(directory, 'pnpm-workspace.yaml'))) return directory
  const parent = dirname(directory)
  if (parent === directory) throw new Error('No pnpm-workspace.yaml above the package')
  return workspaceRoot(parent)
}
