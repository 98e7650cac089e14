import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { RsbuildPlugin, Rspack } from '@rsbuild/core'

import { releaseFileName, type Release } from '../releases/release.ts'
import { appName, containerName, readHostPaths, readPlace } from './app-package.ts'
import { iconByName } from './icon.ts'

/** The chunk that `./routes` is built into. */
export const routesChunk = 'routes'

interface Source {
  directory: string
  version: string
}

/** Writes release.json of a host. */
export function hostReleasePlugin({ directory, version }: Source): RsbuildPlugin {
  return releasePlugin((files) => ({
    kind: 'host',
    app: appName(directory),
    version,
    document: 'index.html',
    paths: readHostPaths(directory),
    trustedTypes: [],
    provides: {},
    files,
  }))
}

/** Writes release.json of a remote. */
export function remoteReleasePlugin(source: Source & { globalName: string }): RsbuildPlugin {
  const { directory, version, globalName } = source
  return releasePlugin((files, stats) => {
    const place = readPlace(directory)
    return {
      kind: 'remote',
      app: appName(directory),
      version,
      name: containerName(directory),
      globalName,
      place: { ...place, icon: iconByName(place.icon) },
      entry: 'remoteEntry.js',
      preload: routesFiles(stats),
      pages: [],
      trustedTypes: [],
      requires: {},
      files,
    }
  })
}

function releasePlugin(
  describe: (files: Release['files'], stats: Rspack.Stats) => Release,
): RsbuildPlugin {
  return {
    name: 'errand:release',
    apply: 'build',
    setup(api) {
      api.onAfterBuild(({ stats }) => {
        if (stats === undefined || stats.hasErrors() || !('compilation' in stats)) return
        const dist = api.context.distPath
        const release = describe(hashFiles(dist), stats)
        writeFileSync(join(dist, releaseFileName), `${JSON.stringify(release, null, 2)}\n`)
      })
    },
  }
}

/** The hash of every file as it lies on the disk, after the last plugin touched it. */
function hashFiles(dist: string): Release['files'] {
  const names = globSync('**/*.*', { cwd: dist }).filter((name) => name !== releaseFileName)
  return Object.fromEntries(
    names.toSorted().map((name) => {
      const hash = createHash('sha384').update(readFileSync(join(dist, name)))
      return [name, `sha384-${hash.digest('base64')}`]
    }),
  )
}

/** The scripts and styles that `./routes` needs besides the entry. */
function routesFiles(stats: Rspack.Stats): string[] {
  const group = stats.compilation.namedChunkGroups.get(routesChunk)
  if (!group) throw new Error('The build exposes no ./routes')
  return group.getFiles().filter((name) => /\.(js|css)$/.test(name))
}
