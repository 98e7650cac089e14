import { isBelow } from '@errand/contract/paths'
import type { PageConfig, ReleaseSet, RemoteRelease } from '@errand/contract/release'
import { sessionKnown } from '@errand/shared-auth'
import { createBrowserRouter, type RouteObject } from 'react-router-dom'

import { PaneError } from './errors/pane-error.tsx'
import { RouterErrorPage, RouterNotFound } from './errors/router-error-page.tsx'
import type { Federation } from './federation/federation.ts'
import { resilientRoutes } from './federation/resilient-routes.tsx'
import { RootLayout } from './root-layout.tsx'
import { requireSignedIn, requireSignedOut } from './session/guards.ts'
import { AppShell } from './shell/app-shell.tsx'
import { StartingView } from './shell/starting-view.tsx'

interface RouterParts {
  config: PageConfig
  releaseSet: ReleaseSet
  federation: Federation
}

const panesId = 'panes'
const nothing = () => null

/** The page's only router; a remote's routes join it on the first visit below its mount. */
export function createRouter({ config, releaseSet, federation }: RouterParts) {
  const { remotes } = releaseSet
  const patched = new Set<string>()
  const failures = new Map<string, unknown>()

  return createBrowserRouter(
    [
      {
        Component: RootLayout,
        ErrorBoundary: RouterErrorPage,
        HydrateFallback: StartingView,
        children: [
          {
            index: true,
            lazy: async () => ({
              Component: (await import('./landing/landing-page.tsx')).LandingPage,
            }),
          },
          loginRoute(config),
          {
            middleware: [requireSignedIn],
            // Without a loader React Router would not run the middleware.
            loader: nothing,
            element: <AppShell remotes={remotes} />,
            children: [
              { id: panesId, ErrorBoundary: PaneError, children: panes(remotes, failures) },
            ],
          },
          { path: '*', Component: RouterNotFound },
        ],
      },
    ],
    {
      async patchRoutesOnNavigation({ path, patch, signal }) {
        const remote = remotes.find(({ mount }) => isBelow(mount, path))
        if (remote === undefined || patched.has(remote.app)) return
        // This runs before the guard, which will turn a signed-out visitor away.
        const session = await sessionKnown()
        if (session.status !== 'signed-in') return
        try {
          const routes = await federation.loadRoutes(remote)
          failures.delete(remote.app)
          // Patching after an aborted navigation does nothing: the next visit must do it.
          if (signal.aborted || patched.has(remote.app)) return
          patched.add(remote.app)
          patch(panesId, [{ path: remote.mount, children: resilientRoutes(routes, remote) }])
        } catch (error) {
          // Thrown here it would leave a first page blank, as no loader has run yet; the stub's
          // loader throws it where the pane's boundary shows it.
          failures.set(remote.app, error)
        }
      },
    },
  )
}

function loginRoute({ identity }: PageConfig): RouteObject {
  return {
    path: 'login',
    middleware: [requireSignedOut],
    loader: nothing,
    lazy: async () => {
      const { LoginPage } = await import('./login/login-page.tsx')
      return { element: <LoginPage isEmulator={identity.emulator} /> }
    },
  }
}

function panes(remotes: RemoteRelease[], failures: Map<string, unknown>): RouteObject[] {
  return [
    {
      path: 'dashboard',
      lazy: async () => ({
        Component: (await import('./dashboard/dashboard-page.tsx')).DashboardPage,
      }),
    },
    {
      path: 'settings',
      lazy: async () => ({
        Component: (await import('./settings/settings-page.tsx')).SettingsPage,
      }),
    },
    ...remotes.map((remote) => stub(remote, failures)),
  ]
}

/**
 * Stands for a remote until its routes are there: the guard above it runs, and React Router asks
 * for patches because of the splat. Reached itself when the remote could not be loaded, or has no
 * route for the path.
 */
function stub({ app, mount }: RemoteRelease, failures: Map<string, unknown>): RouteObject {
  return {
    path: `${mount}/*`,
    element: null,
    loader: () => {
      throw failures.get(app) ?? new Response('', { status: 404 })
    },
  }
}
