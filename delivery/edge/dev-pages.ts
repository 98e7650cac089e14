import { join } from 'node:path'

import { readHostPages, readPlace } from '../build/app-package.ts'
import { hasWidget } from '../build/exposed.ts'
import { iconByName } from '../build/icon.ts'
import { workspaceRoot } from '../build/source-version.ts'
import { setId, type PageSource } from './pages.ts'
import { devRelease, devVersion } from './tickets.ts'

/** Pages of running development servers: nothing is hashed, everything is hot-reloaded. */
export function devPages(servers: {
  hostUrl: string
  remotes: Record<string, string>
}): PageSource {
  const root = workspaceRoot(import.meta.dirname)
  return async () => {
    const remotes = Object.entries(servers.remotes)
      .map(([app, origin]) => {
        const directory = join(root, app)
        const place = readPlace(directory)
        const icon = iconByName(place.icon)
        return devRelease({ app, origin, ...place, icon, hasWidget: hasWidget(directory) })
      })
      .toSorted((a, b) => a.order - b.order)
    const { paths, widgetsAt } = readHostPages(join(root, 'host'))
    const set = { revision: 0, host: { version: devVersion }, remotes, revoked: [], flags: {} }
    const answer = await fetch(servers.hostUrl)
    if (!answer.ok) throw new Error(`The host's development server answered ${answer.status}`)
    return {
      document: await answer.text(),
      drawn: {},
      set: { id: setId([devVersion]), ...set },
      trustedTypes: [],
      hostPaths: paths,
      widgetsAt,
    }
  }
}
