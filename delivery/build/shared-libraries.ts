import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * The libraries of which a page has one copy, provided by the host. Nothing joins this list without
 * a decision record. The host provides exactly these names in
 * host/src/federation/shared-libraries.ts.
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

/** Libraries of which another version would break the page: then the previous release is better. */
const strictVersionLibraries = new Set<string>(['react-router-dom', '@errand/shared-auth'])

export interface SharedLibrary {
  singleton: true
  requiredVersion: string
  strictVersion: boolean
  import: false
}

/**
 * The libraries that a remote takes from the page instead of bundling them, with the accepted
 * versions.
 */
export function sharedLibraries(directory: string): Record<string, SharedLibrary> {
  const ranges = Object.entries(requiredVersions(directory, librariesIn(directory)))
  return Object.fromEntries(
    ranges.map(([name, requiredVersion]) => [
      name,
      {
        singleton: true,
        // Written out, because the plugin would read pnpm's `catalog:` as a version.
        requiredVersion,
        strictVersion: strictVersionLibraries.has(name),
        // No copy to fall back on: a second React is worse than the previous release.
        import: false,
      },
    ]),
  )
}

/**
 * The versions of these libraries that a remote works with, as semver ranges: the major version
 * that it was built with. Which of them have the exports that it uses is checked by name, so that
 * an addition to a library excludes nobody.
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

/** The page's libraries that a package has installed: a remote may do without one. */
export function librariesIn(directory: string): string[] {
  const { resolve } = createRequire(join(directory, 'package.json'))
  return sharedLibraryNames.filter((name) => {
    try {
      return resolve(manifestOf(name)) !== ''
    } catch {
      return false
    }
  })
}

/** The installed versions of these libraries, by name. */
export function installedVersions(
  directory: string,
  names: readonly string[],
): Record<string, string> {
  const require = createRequire(join(directory, 'package.json'))
  const versionOf = (name: string) => (require(manifestOf(name)) as { version: string }).version
  return Object.fromEntries(names.map((name) => [name, versionOf(name)]))
}

const manifestOf = (name: string): string =>
  `${name === 'react/jsx-runtime' ? 'react' : name}/package.json`
