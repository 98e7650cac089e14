import { join } from 'node:path'

import type { RemoteRelease } from '@errand/contract/release'

import { containerName, readHostPaths, readPlace } from '../build/app-package.ts'
import { iconByName } from '../build/icon.ts'
import { workspaceRoot } from '../build/source-version.ts'
import { setId, type PageSource } from './page-source.ts'

const version = 'dev'

/** Pages of running development servers: nothing is hashed, everything is hot-reloaded. */
export function devPages(servers: {
  hostUrl: string
  remotes: Record<string, string>
}): PageSource {
  const root = workspaceRoot(import.meta.dirname)
  return async () => {
    const remotes = Object.entries(servers.remotes)
      .map(([app, url]) => devRemote(join(root, app), app, url))
      .toSorted((a, b) => a.order - b.order)
    const set = { revision: 0, host: { version }, remotes, revoked: [], flags: {} }
    const answer = await fetch(servers.hostUrl)
    if (!answer.ok) throw new Error(`The host's development server answered ${answer.status}`)
    return {
      document: await answer.text(),
      set: { id: setId([version]), ...set },
      trustedTypes: [],
      hostPaths: readHostPaths(join(root, 'host')),
    }
  }
}

function devRemote(directory: string, app: string, url: string): RemoteRelease {
  const place = readPlace(directory)
  const name = containerName(directory)
  return {
    ...place,
    app,
    name,
    version,
    icon: iconByName(place.icon),
    globalName: `${name}__${version}`,
    entry: { url: new URL('remoteEntry.js', url).href, as: 'script' },
    preload: [],
    pages: [],
  }
}
