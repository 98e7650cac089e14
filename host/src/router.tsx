import { productName } from '@errand/contract/product'
import type { PageConfig, ReleaseSet } from '@errand/contract/release'
import { sessionKnown } from '@errand/shared-auth'
import { createBrowserRouter, Outlet, type RouteObject, useLoaderData } from 'react-router-dom'

import { RootLayout } from './app.tsx'
import { NotFoundPage } from './errors/error-page.tsx'
import { PaneError, RouterErrorPage } from './errors/pane-error.tsx'
import { loadWords as loadErrorWords, words } from './errors/words/words.ts'
import { preloadPage } from './federation/prefetch.ts'
import type { ReleaseUpdates } from './federation/release-updates.ts'
import { type Remotes, stubRoute } from './federation/remotes.ts'
import { createHostPage } from './host-page.ts'
import { requireSignedIn, requireSignedOut } from './session/session.ts'
import { SignedInShell } from './shell/signed-in-shell.tsx'
import { StartingView } from './shell/starting-view.tsx'
import { loadWords as loadShellWords } from './words/words.ts'

interface RouterParts {
  config: PageConfig
  releaseSet: ReleaseSet
  remotes: Remotes
  updates: ReleaseUpdates
}

/**
 * Waits for the page's language, so that it never shows English first; a failure leaves English.
 */
const withWords = (load: () => Promise<void>): Promise<null> =>
  load().then(
    () => null,
    () => null,
  )

/** The page's only router; a remote's routes are added at the first visit below its mount. */
export function createRouter(parts: RouterParts) {
  const { remotes } = parts
  const treeOf = createTree(parts)
  const router = createBrowserRouter(treeOf([]), {
    async patchRoutesOnNavigation({ path }) {
      // Runs before the guard, which will redirect a signed-out visitor.
      const session = await sessionKnown()
      if (session.status !== 'signed-in') return
      preloadPage(remotes.places, path)
      await remotes.open(path)
    },
  })
  remotes.attach({ router, treeOf })
  return router
}

/** The 404 page for visitors, without the shell. */
const BarePage = () => (
  <main>
    <Outlet />
  </main>
)

/**
 * Builds the route tree with these routes of remotes; all other routes stay the same objects and
 * keep their state.
 */
function createTree({ config, releaseSet, remotes, updates }: RouterParts) {
  const page = createHostPage(releaseSet)
  const landing = page({
    route: { index: true },
    label: () => productName,
    lazy: async () => {
      const { LandingPage, loadWords } = await import('./landing/landing-page.tsx')
      await withWords(loadWords)
      return { Component: LandingPage }
    },
  })
  const login = page({
    route: { path: 'login', middleware: [requireSignedOut] },
    label: () => words('signIn'),
    lazy: async () => {
      const { LoginPage, loadWords } = await import('./login/login-page.tsx')
      await withWords(loadWords)
      return { Component: () => <LoginPage isEmulator={isEmulator} /> }
    },
  })
  const dashboard = page({
    route: { path: 'dashboard' },
    label: () => words('dashboard'),
    lazy: async () => {
      const { DashboardPage, loadWords } = await import('./dashboard/dashboard-page.tsx')
      await withWords(loadWords)
      return { Component: () => <DashboardPage remotes={remotes} /> }
    },
  })
  const settings = page({
    route: { path: 'settings' },
    label: () => words('settings'),
    lazy: async () => {
      const { SettingsPage, loadWords } = await import('./settings/settings-page.tsx')
      await withWords(loadWords)
      return { Component: () => <SettingsPage facebookSdkUrl={config.facebookSdkUrl} /> }
    },
  })
  const panes = [dashboard, settings, ...remotes.places.map((place) => stubRoute(place))]
  const { emulator: isEmulator } = config.identity
  const shellElement = <SignedInShell {...{ isEmulator, releaseSet, remotes, updates }} />
  const shell = {
    async loader() {
      const { status } = await sessionKnown()
      if (status !== 'signed-in') return false
      await withWords(loadShellWords)
      return true
    },
    // An owner who was signed out at the 404 page may have signed in since.
    shouldRevalidate: () => true,
    Component: () => (useLoaderData<boolean>() ? shellElement : <BarePage />),
  }
  // Also inside the shell, which stays mounted on the way there and back.
  const notFound = {
    path: '*',
    loader: () => withWords(loadErrorWords),
    Component: NotFoundPage,
  }

  return (mounted: RouteObject[]): RouteObject[] => [
    {
      Component: RootLayout,
      ErrorBoundary: RouterErrorPage,
      HydrateFallback: StartingView,
      children: [
        landing,
        login,
        {
          ...shell,
          children: [
            {
              middleware: [requireSignedIn],
              ErrorBoundary: PaneError,
              children: [...panes, ...mounted],
            },
            notFound,
          ],
        },
      ],
    },
  ]
}
