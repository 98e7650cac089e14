import type { RemoteRelease } from '@errand/contract/release'
import type { RouteObject } from 'react-router-dom'

import { releaseName, type Release } from './release.ts'
import { RemoteBoundary, RemotePane } from './remote-pane.tsx'
import { withRetriedLazy, type OnLost } from './retried-lazy.tsx'

/** What a mounted release tells of itself. */
export interface MountEvents {
  onLost: OnLost
  /** A page of it broke; true when another release took its place. */
  onBroken: () => Promise<boolean>
  /** A page of it can be seen. */
  onReady: () => void
}

interface Mounted {
  remote: RemoteRelease
  release: Release
  routes: RouteObject[]
  events: MountEvents
}

/** The part of the router's tree that is one release of a remote. */
export function mountRoute({ remote, release, routes, events }: Mounted): RouteObject {
  const name = releaseName(remote, release)
  return {
    id: name,
    path: remote.mount,
    element: <RemotePane {...events} />,
    errorElement: <RemoteBoundary {...events} />,
    children: withOwnIds(routes, name, events.onLost),
  }
}

/**
 * Ids are global in a router: each release has its own, so that two remotes cannot meet, and no
 * data of one release is given to another.
 */
function withOwnIds(routes: RouteObject[], parent: string, onLost: OnLost): RouteObject[] {
  return routes.map((route, index) => {
    const id = `${parent}/${route.id ?? index}`
    const { lazy } = route
    const own = {
      ...route,
      id,
      ...(route.children && { children: withOwnIds(route.children, id, onLost) }),
    } as RouteObject
    if (lazy === undefined) return own
    if (process.env['NODE_ENV'] !== 'production' && typeof lazy !== 'function') {
      throw new TypeError(`${id} has a \`lazy\` that is not a function`)
    }
    return withRetriedLazy(own, lazy as () => Promise<object>, onLost)
  })
}
