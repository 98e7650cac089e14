import type { RemoteRelease } from '@errand/contract/release'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, Outlet, RouterProvider, type RouteObject } from 'react-router-dom'
import { vi } from 'vitest'

import { PaneError } from '../errors/pane-error.tsx'
import { mountPointOf } from '../federation/mount-point.ts'
import { releaseName } from '../federation/release.ts'
import { createRemotes, type Remotes } from '../federation/remotes.ts'
import { stubRoute } from '../federation/stub-route.ts'

interface RemotesSetup {
  remotes: RemoteRelease[]
  /** What each release, as `app@version`, exposes now; one that is missing cannot be loaded. */
  tables: Record<string, RouteObject[]>
  path: string
  /** What stands above every page. */
  notices?: (remotes: Remotes) => ReactNode
}

/** A page with a router, a page of the host's own at /elsewhere, and remotes without a network. */
export function renderRemotes({ remotes: releases, tables, path, notices }: RemotesSetup) {
  const loadRoutes = vi.fn(async (remote: RemoteRelease, release: { version: string }) => {
    const routes = tables[releaseName(remote, release)]
    if (routes === undefined) throw new Error('404')
    return routes
  })
  const remotes = createRemotes(releases, loadRoutes)
  const elsewhere = { path: '/elsewhere', element: <input aria-label="Elsewhere" /> }
  const stubs = remotes.places.map((place) => stubRoute(place))
  const treeOf = (mounted: RouteObject[]): RouteObject[] => [
    {
      element: (
        <>
          {notices?.(remotes)}
          <Outlet />
        </>
      ),
      ErrorBoundary: PaneError,
      HydrateFallback: () => null,
      children: [
        elsewhere,
        { ErrorBoundary: PaneError, children: [...stubs, ...mounted] },
        { path: '*', element: <p>Nowhere</p> },
      ],
    },
  ]
  const router = createMemoryRouter(treeOf([]), {
    initialEntries: [path],
    patchRoutesOnNavigation: ({ path: target }) => remotes.open(target),
  })
  remotes.attach(mountPointOf(router, treeOf))
  render(<RouterProvider router={router} />)
  return { router, remotes, loadRoutes }
}
