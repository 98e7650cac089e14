import { isBelow } from '@errand/contract/paths'
import type { createBrowserRouter, RouteObject } from 'react-router-dom'

import type { MountPoint } from './remotes.ts'

type Router = ReturnType<typeof createBrowserRouter>

/** Makes the router take what is mounted into its tree; `treeOf` gives the whole tree. */
export function mountPointOf(
  router: Router,
  treeOf: (mounted: RouteObject[]) => RouteObject[],
): MountPoint {
  return {
    // As React Router's own hot reload does it: `patch` can only add routes, never take one out,
    // so that a release could not be replaced in the page.
    setMounted: (mounted) => router._internalSetRoutes(treeOf(mounted)),
    isOnShow: (mount) =>
      [router.state.location, router.state.navigation.location].some(
        (location) => location !== undefined && isBelow(mount, location.pathname),
      ),
    reopen: () => router.revalidate(),
  }
}
