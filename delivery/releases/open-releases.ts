import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { releasePath } from '../build/common-config.ts'
import { currentFileName, currentSchema } from './current.ts'
import { readRelease } from './read-release.ts'
import type { HostRelease, Release, RemoteReleaseFile } from './release.ts'

/** The releases of one moment. */
interface CurrentReleases {
  host: HostRelease
  remotes: RemoteReleaseFile[]
}

/** Published releases in a folder. */
export interface Releases {
  /** What runs now; throws when there is no host. */
  current: () => Promise<CurrentReleases>
  /** The document that a host's release brings. */
  document: (host: HostRelease) => Promise<string>
  /** The bytes of one file of a release, or nothing when the release does not list it. */
  file: (app: string, version: string, name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
}

const safeName = /^[a-z0-9][\w.+-]*$/i

/**
 * Reads published releases from a folder; a release is immutable, so it is read only once.
 * `onMissing` hears of a current release that is not there or damaged: its app is left out.
 */
export function openReleases(
  releasesDir: string,
  onMissing: (app: string, version: string) => void,
): Releases {
  const known = new Map<string, Release>()

  function find(app: string, version: string): Release | undefined {
    // Both come from a URL: nothing that could leave the folder.
    if (!safeName.test(app) || !safeName.test(version)) return undefined
    const key = `${app}/${version}`
    const release = known.get(key) ?? readRelease(join(releasesDir, app, version))
    if (release !== undefined) known.set(key, release)
    return release
  }

  return {
    async current() {
      const text = await readFile(join(releasesDir, currentFileName), 'utf8')
      const versions = currentSchema.parse(JSON.parse(text))
      const releases = Object.entries(versions).map(([app, version]) => {
        const release = find(app, version)
        if (release === undefined) onMissing(app, version)
        return release
      })
      const host = releases.find((release) => release?.kind === 'host')
      if (host === undefined) throw new Error('No release of the host is published')
      return { host, remotes: releases.filter((release) => release?.kind === 'remote') }
    },

    document: ({ app, version, document }) =>
      readFile(join(releasesDir, app, version, document), 'utf8'),

    async file(app, version, name) {
      const release = find(app, version)
      if (release === undefined || !Object.hasOwn(release.files, name)) return undefined
      return Uint8Array.from(await readFile(join(releasesDir, app, version, name)))
    },
  }
}

/** The absolute URL path of one file of a release. */
export const fileUrl = ({ app, version }: Release, name: string): string =>
  `${releasePath(app, version)}${name}`
