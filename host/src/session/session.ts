import { isSamePath, paths } from '@errand/contract/paths'
import { onSessionChange, sessionKnown } from '@errand/shared-auth'
import { type createBrowserRouter, type MiddlewareFunction, redirect } from 'react-router-dom'

/** Pages of a signed-in owner: anybody else signs in first and comes back. */
export const requireSignedIn: MiddlewareFunction = async ({ request }) => {
  const session = await sessionKnown()
  if (session.status !== 'signed-in') throw redirect(loginPath(withHash(new URL(request.url))))
}

/** A request has no hash; that of the first page is still in the address. */
function withHash(url: URL): URL {
  if (url.pathname === window.location.pathname) url.hash = window.location.hash
  return url
}

/** The login page: a signed-in owner has nothing to do there. */
export const requireSignedOut: MiddlewareFunction = async ({ request }) => {
  const session = await sessionKnown()
  if (session.status === 'signed-in') {
    throw redirect(nextPath(new URL(request.url)) ?? paths.dashboard)
  }
}

const nextParameter = 'next'

/** The login page's path that leads back to `place` afterwards. */
export function loginPath(place: Pick<URL, 'pathname' | 'search' | 'hash'>): string {
  const next = place.pathname + place.search + place.hash
  return `${paths.login}?${new URLSearchParams({ [nextParameter]: next }).toString()}`
}

/** Where to go after the login at `url`, or nothing; never another site, never the login again. */
export function nextPath(url: URL): string | undefined {
  const next = url.searchParams.get(nextParameter)
  if (next === null || !next.startsWith('/')) return undefined
  const target = new URL(next, url.origin)
  if (target.origin !== url.origin || isSamePath(paths.login, target.pathname)) return undefined
  // `/.//evil.example` is ours to the URL parser, and another site's once it is a path again.
  if (target.pathname.startsWith('//')) return undefined
  return target.pathname + target.search + target.hash
}

type Router = ReturnType<typeof createBrowserRouter>

/** Moves the page when the session changes under it, in this tab or by another one. */
export function followSession(router: Router): void {
  let wasSignedIn = false
  onSessionChange(async () => {
    const session = await sessionKnown()
    // Where the person is going counts, not where they still are.
    const location = router.state.navigation.location ?? router.state.location
    if (session.status === 'signed-in') {
      wasSignedIn = true
      if (isSamePath(paths.login, location.pathname)) await leaveLogin(router)
      return
    }
    const isPublic = [paths.login, paths.home].some((page) => isSamePath(page, location.pathname))
    if (!wasSignedIn || isPublic || session.status !== 'signed-out') return
    wasSignedIn = false
    const isExpired = session.reason === 'expired'
    await router.navigate(isExpired ? loginPath(location) : paths.login, { replace: true })
  })
}

function leaveLogin(router: Router): Promise<void> {
  const next = nextPath(new URL(window.location.href))
  return router.navigate(next ?? paths.dashboard, { replace: true })
}
