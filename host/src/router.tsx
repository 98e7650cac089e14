import type { PageConfig, ReleaseSet } from '@errand/contract/release'
import { sessionKnown } from '@errand/shared-auth'
import { createBrowserRouter, type RouteObject } from 'react-router-dom'

import { PaneError } from './errors/pane-error.tsx'
import { RouterErrorPage, RouterNotFound } from './errors/router-error-page.tsx'
import { mountPointOf } from './federation/mount-point.ts'
import { preloadPage } from './federation/prefetch.ts'
import type { ReleaseUpdates } from './federation/release-updates.ts'
import type { Remotes } from './federation/remotes.ts'
import { stubRoute } from './federation/stub-route.ts'
import { createHostPage } from './host-page.ts'
import { RootLayout } from './root-layout.tsx'
import { requireSignedIn, requireSignedOut } from './session/guards.ts'
import { SignedInShell } from './shell/signed-in-shell.tsx'
import { StartingView } from './shell/starting-view.tsx'

interface RouterParts {
  config: PageConfig
  releaseSet: ReleaseSet
  remotes: Remotes
  updates: ReleaseUpdates
}

const nothing = () => null

/** The page's only router; a remote's routes join it on the first visit below its mount. */
export function createRouter(parts: RouterParts) {
  const { remotes } = parts
  const treeOf = createTree(parts)
  const router = createBrowserRouter(treeOf([]), {
    async patchRoutesOnNavigation({ path }) {
      // This runs before the guard, which will turn a signed-out visitor away.
      const session = await sessionKnown()
      if (session.status !== 'signed-in') return
      preloadPage(remotes.places, path)
      await remotes.open(path)
    },
  })
  remotes.attach(mountPointOf(router, treeOf))
  return router
}

/** The tree with these routes of remotes in it; all others stay the same objects, and keep their state. */
function createTree({ config, releaseSet, remotes, updates }: RouterParts) {
  const page = createHostPage(releaseSet.host)
  const landing = page({
    route: { index: true },
    label: 'Errand',
    lazy: async () => ({ Component: (await import('./landing/landing-page.tsx')).LandingPage }),
  })
  const login = page({
    route: { path: 'login', middleware: [requireSignedOut] },
    label: 'Sign in',
    lazy: async () => {
      const { LoginPage } = await import('./login/login-page.tsx')
      return { Component: () => <LoginPage isEmulator={config.identity.emulator} /> }
    },
  })
  const dashboard = page({
    route: { path: 'dashboard' },
    label: 'Dashboard',
    lazy: async () => ({
      Component: (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
    }),
  })
  const settings = page({
    route: { path: 'settings' },
    label: 'Settings',
    lazy: async () => ({ Component: (await import('./settings/settings-page.tsx')).SettingsPage }),
  })
  const panes = [dashboard, settings, ...remotes.places.map((place) => stubRoute(place))]
  const shell = {
    middleware: [requireSignedIn],
    // Without a loader React Router would not run the middleware.
    loader: nothing,
    element: <SignedInShell {...{ releaseSet, remotes, updates }} />,
  }

  return (mounted: RouteObject[]): RouteObject[] => [
    {
      Component: RootLayout,
      ErrorBoundary: RouterErrorPage,
      HydrateFallback: StartingView,
      children: [
        landing,
        login,
        { ...shell, children: [{ ErrorBoundary: PaneError, children: [...panes, ...mounted] }] },
        { path: '*', Component: RouterNotFound },
      ],
    },
  ]
}
