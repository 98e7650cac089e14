import { isSamePath, paths } from '@errand/contract/paths'
import { onSessionChange, sessionKnown } from '@errand/shared-auth'
import { type createBrowserRouter, type MiddlewareFunction, redirect } from 'react-router-dom'

/** A guard for the owner's pages: redirects to the login, which leads back afterwards. */
export const requireSignedIn: MiddlewareFunction = async ({ request }) => {
  const session = await sessionKnown()
  if (session.status !== 'signed-in') throw redirect(loginPath(withHash(new URL(request.url))))
}

/** A request has no hash; on the first page it is still in the address. */
function withHash(url: URL): URL {
  if (url.pathname === window.location.pathname) url.hash = window.location.hash
  return url
}

/** A guard for the login page: redirects owners who are signed in. */
export const requireSignedOut: MiddlewareFunction = async ({ request }) => {
  const session = await sessionKnown()
  if (session.status === 'signed-in') {
    throw redirect(nextPath(new URL(request.url)) ?? paths.dashboard)
  }
}

const nextParameter = 'next'

/** The path of the login page that leads back to `place` afterwards. */
export function loginPath(place: Pick<URL, 'pathname' | 'search' | 'hash'>): string {
  const next = place.pathname + place.search + place.hash
  return `${paths.login}?${new URLSearchParams({ [nextParameter]: next }).toString()}`
}

/** The path to open after the login at `url`; undefined for another site or the login itself. */
export function nextPath(url: URL): string | undefined {
  const next = url.searchParams.get(nextParameter)
  if (next === null || !next.startsWith('/')) return undefined
  const target = new URL(next, url.origin)
  if (target.origin !== url.origin || isSamePath(paths.login, target.pathname)) return undefined
  // To the URL parser `/.//evil.example` is on this site; as a path it would lead to another.
  if (target.pathname.startsWith('//')) return undefined
  return target.pathname + target.search + target.hash
}

type Router = ReturnType<typeof createBrowserRouter>

/** Navigates when the session changes, in this tab or in another; its alerts end with it. */
export function followSession(router: Router): void {
  let uid: string | undefined
  onSessionChange(async () => {
    const session = await sessionKnown()
    // The target of a navigation in progress counts, not the current page.
    const location = router.state.navigation.location ?? router.state.location
    if (session.status === 'signed-in') {
      ;({ uid } = session.user)
      if (isSamePath(paths.login, location.pathname)) await leaveLogin(router)
      return
    }
    if (uid === undefined || session.status !== 'signed-out') return
    void endAlerts(uid).catch(() => undefined)
    uid = undefined
    const isPublic = [paths.login, paths.home].some((page) => isSamePath(page, location.pathname))
    if (isPublic) return
    const hasLeft = session.reason === 'left'
    await router.navigate(hasLeft ? paths.login : loginPath(location), { replace: true })
  })
}

function leaveLogin(router: Router): Promise<void> {
  const next = nextPath(new URL(window.location.href))
  return router.navigate(next ?? paths.dashboard, { replace: true })
}

/** The next person at this browser gets no alerts of this owner. */
async function endAlerts(uid: string): Promise<void> {
  const { leaveThisDevice } = await import(
    /* webpackChunkName: "notices" */ '../notify/this-device.ts'
  )
  await leaveThisDevice(uid)
}
