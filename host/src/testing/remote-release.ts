import type { RemoteRelease } from '@errand/contract/release'

/** A remote's release of which only the place in the product matters. */
export function aRemote(label: string, parts: Partial<RemoteRelease> = {}): RemoteRelease {
  return {
    app: `remote-${label.toLowerCase()}`,
    name: `remote_${label.toLowerCase()}`,
    version: '1',
    mount: `/${label.toLowerCase()}`,
    label,
    icon: [],
    order: 1,
    globalName: 'g',
    preload: [],
    pages: [],
    fallbacks: [],
    entry: { url: '/e.js', as: 'script' },
    ...parts,
  }
}

/** Release 2 of a remote, with release 1 to fall back on. */
export const twoReleases = (label: string): RemoteRelease => releasesUpTo(2, label)

/** The newest of so many releases of a remote, with all before it to fall back on. */
export function releasesUpTo(newest: number, label: string): RemoteRelease {
  const versions = Array.from({ length: newest }, (_, index) => `${newest - index}`)
  const [current, ...fallbacks] = versions.map((version) => ({
    version,
    globalName: `g${version}`,
    preload: [],
    pages: [],
    entry: {
      url: `/r/remote-${label.toLowerCase()}/${version}/remoteEntry.js`,
      as: 'script' as const,
    },
  }))
  return aRemote(label, { ...current, fallbacks })
}
