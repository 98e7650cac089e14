import type { RemoteRelease } from '@errand/contract/release'
import { avoidCookieName } from '@errand/contract/release-memory'
import { server } from '@errand/shared-auth/testing'
import { render } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router-dom'
import { onTestFinished, vi } from 'vitest'

import { reportCaughtError } from '../errors/caught-error.ts'
import { PaneError } from '../errors/pane-error.tsx'
import { createRemotes, type Remotes, stubRoute } from '../federation/remotes.ts'
import type { Release } from '../release/release.ts'

/** The routes of each release, by `app@version`, that can be loaded. */
export type Tables = Record<string, RouteObject[]>

interface RemotesSetup {
  remotes: RemoteRelease[]
  tables: Tables
  path?: string
  /** Rendered above every page. */
  notices?: (remotes: Remotes) => ReactNode
}

/** A page with a router, a page of the host at /elsewhere, and remotes without a network. */
export function renderRemotes({
  remotes: releases,
  tables,
  path = '/jobs',
  notices,
}: RemotesSetup) {
  vi.spyOn(console, 'error').mockReturnValue()
  // Files that fail to load are not deleted: their release still exists.
  server.use(http.get('*/r/*', () => new HttpResponse(null, { status: 404 })))
  onTestFinished(() => {
    document.cookie = `${avoidCookieName}=; path=/; max-age=0`
  })
  const load = vi.fn(async ({ globalName }: Release) => {
    if (!(globalName in tables)) throw new Error('404')
    return { routes: tables[globalName] }
  })
  const remotes = createRemotes(releases, load)
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
  remotes.attach({ router, treeOf })
  render(<RouterProvider router={router} />, { onCaughtError: reportCaughtError })
  return { router, remotes, load }
}

/** The first page of a remote. */
export const page = (text: string): RouteObject => ({ index: true, element: <h1>{text}</h1> })

/** A page whose code cannot be loaded. */
export const failToLoad = () => Promise.reject(new Error('ChunkLoadError'))

/** A page that throws while rendering. */
export const Broken = () => {
  throw new TypeError('planted')
}

/** The releases that the next document avoids, in the order in which they failed. */
export const avoidedReleases = () =>
  new RegExp(`${avoidCookieName}=([^;]+)`).exec(document.cookie)?.[1]?.split('~')
