import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * One copy per page, given by the host. Nothing joins this list without a decision record.
 * The host provides exactly these names in host/src/federation/shared-libraries.ts.
 */
export const sharedLibraryNames = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-router-dom',
  'jotai',
  '@tanstack/react-query',
  'react-hot-toast',
  '@errand/shared-auth',
] as const

/** Libraries whose other version would break the page: then the previous release is better. */
const strict = new Set<string>(['react-router-dom', '@errand/shared-auth'])

export interface SharedLibrary {
  singleton: true
  requiredVersion: string
  strictVersion: boolean
  import: false
}

/** What a remote takes from the page instead of bundling it, of the versions that will do. */
export function sharedLibraries(directory: string): Record<string, SharedLibrary> {
  const ranges = Object.entries(requiredVersions(directory, sharedLibraryNames))
  return Object.fromEntries(
    ranges.map(([name, requiredVersion]) => [
      name,
      {
        singleton: true,
        // Written out: left to itself the plugin reads pnpm's `catalog:` as a version.
        requiredVersion,
        strictVersion: strict.has(name),
        // No copy to fall back on: a second React is worse than the previous release.
        import: false,
      },
    ]),
  )
}

/**
 * The versions of these libraries that a remote works with, as semver ranges by name: all of the
 * major version that it was built with. Which of them have the exports that it uses is told by the
 * names of those, so that what a library only adds bars nobody.
 */
export const requiredVersions = (
  directory: string,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(installedVersions(directory, names)).map(([name, version]) => [
      name,
      `${version.split('.', 1)[0]}.x`,
    ]),
  )

/** The versions of these libraries as a package has them installed, by name; without those it has not. */
export function installedVersions(
  directory: string,
  names: readonly string[],
): Record<string, string> {
  const require = createRequire(join(directory, 'package.json'))
  const versions = names.map((name) => [name, installedVersion(require, name)] as const)
  return Object.fromEntries(versions.filter((one): one is [string, string] => one[1] !== undefined))
}

function installedVersion(require: NodeJS.Require, name: string): string | undefined {
  const packageName = name === 'react/jsx-runtime' ? 'react' : name
  try {
    return (require(`${packageName}/package.json`) as { version: string }).version
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
