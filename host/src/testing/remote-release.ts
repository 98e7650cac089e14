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
    entry: { url: '/e.js', as: 'script' },
    ...parts,
  }
}
