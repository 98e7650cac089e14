import type { RemoteRelease } from '@errand/contract/release'

/** A remote's release of which only the navigation entry matters. */
export function aRemote(label: string, parts: Partial<RemoteRelease> = {}): RemoteRelease {
  const name = label.toLowerCase()
  const app = `remote-${name}`
  const { version = '1' } = parts
  return {
    app,
    name: `remote_${name}`,
    version,
    mount: `/${name}`,
    label,
    icon: [],
    order: 1,
    globalName: `${app}@${version}`,
    preload: [],
    pages: [],
    fallbacks: [],
    entry: { url: `/r/${app}/${version}/remoteEntry.js`, as: 'script' },
    ...parts,
  }
}

/** A remote with this many releases, the older ones as fallbacks. */
export function releasesUpTo(newest: number, label: string): RemoteRelease {
  const before = Array.from({ length: newest - 1 }, (_, index) => `${newest - index - 1}`)
  const fallbacks = before.map((version) => aRemote(label, { version }))
  return aRemote(label, { version: String(newest), fallbacks })
}
