import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { logger, type RsbuildPlugin, type Rspack } from '@rsbuild/core'

import { chunkPolicy, integrityOf, releaseFileName, type Release } from '../releases/release.ts'
import { isSourceMap } from '../releases/source-maps.ts'
import {
  appName,
  containerName,
  hasWidget,
  hostPolicies,
  readHostPages,
  readPlace,
  routesChunk,
  widgetChunk,
} from './app-package.ts'
import { afterBuild, type Build } from './common-config.ts'
import { providedExports, usedExports } from './library-use.ts'
import { loadedFiles, pagesOf } from './pages.ts'
import { scriptlessDocuments } from './prerender-plugin.ts'
import { describePackages } from './sbom.ts'
import { installedVersions, requiredVersions, sharedLibraryNames } from './shared-libraries.ts'

/** A remote requires the contract, besides the libraries it uses. */
const contractPackage = '@errand/contract'

/**
 * The federation plugin's own statistics: nothing reads them, and their order differs between
 * builds.
 */
const federationStatsFile = 'mf-stats.json'

/** Lists the npm packages in the files of a release, for whoever looks for one with a known fault. */
const packagesFile = 'sbom.json'

/** Where the host lists what it provides to remotes. */
const sharedLibrariesFile = 'src/federation/shared-libraries.ts'

/** Writes release.json of a host. */
export function hostReleasePlugin(build: Build): RsbuildPlugin {
  const { directory, version, uniqueName } = build
  return releasePlugin(build, ({ files, stats }) => ({
    kind: 'host',
    app: appName(directory),
    version,
    document: 'index.html',
    scriptless: scriptlessDocuments,
    ...readHostPages(directory),
    trustedTypes: [chunkPolicy(uniqueName), ...hostPolicies],
    provides: installedVersions(directory, [...sharedLibraryNames, contractPackage]),
    gives: providedExports(stats, join(directory, sharedLibrariesFile), sharedLibraryNames),
    files,
  }))
}

/** Writes release.json of a remote. */
export function remoteReleasePlugin(build: Build): RsbuildPlugin {
  const { directory, version, uniqueName } = build
  return releasePlugin(build, ({ files, stats }) => {
    const place = readPlace(directory)
    const uses = usedExports(stats)
    const { pages, unread } = pagesOf(stats, directory)
    for (const sentence of unread) logger.warn(`${sentence}; it is not preloaded`)
    return {
      kind: 'remote',
      app: appName(directory),
      version,
      name: containerName(directory),
      globalName: uniqueName,
      place,
      entry: 'remoteEntry.js',
      preload: filesOfChunk(stats, routesChunk),
      pages,
      ...(hasWidget(directory) && { widget: filesOfChunk(stats, widgetChunk) }),
      trustedTypes: [chunkPolicy(uniqueName)],
      requires: requiredVersions(directory, [...Object.keys(uses), contractPackage]),
      uses,
      files,
    }
  })
}

/** A finished build, as its release.json describes it. */
interface FinishedBuild {
  files: Release['files']
  stats: Rspack.Stats
}

const releasePlugin = (
  { directory, version }: Build,
  describe: (build: FinishedBuild) => Release,
): RsbuildPlugin =>
  afterBuild('release', (stats, dist) => {
    rmSync(join(dist, federationStatsFile), { force: true })
    const packages = describePackages(stats, appName(directory), version)
    // Before the files are hashed, so that the release is signed with it.
    writeFileSync(join(dist, packagesFile), `${JSON.stringify(packages, null, 1)}\n`)
    const release = describe({ files: hashFiles(dist), stats })
    writeFileSync(join(dist, releaseFileName), `${JSON.stringify(release, null, 2)}\n`)
  })

/** The hash of every file that is served, after the last plugin has changed it. */
function hashFiles(dist: string): Release['files'] {
  const names = globSync('**/*.*', { cwd: dist }).filter(
    (name) => name !== releaseFileName && !isSourceMap(name),
  )
  return Object.fromEntries(
    names.toSorted().map((name) => [name, integrityOf(readFileSync(join(dist, name)))]),
  )
}

/** The scripts and styles that an exposed module of a remote needs besides the entry. */
function filesOfChunk({ compilation }: Rspack.Stats, chunk: string): string[] {
  const group = compilation.namedChunkGroups.get(chunk)
  if (!group) throw new Error(`The build exposes no ./${chunk}`)
  return loadedFiles(group)
}
