import { paths } from '@errand/contract/paths'
import { sessionKnown } from '@errand/shared-auth'
import { redirect, type MiddlewareFunction } from 'react-router-dom'

import { loginPath, nextPath } from './next-path.ts'

/** Pages of a signed-in owner: anybody else signs in first and comes back. */
export const requireSignedIn: MiddlewareFunction = async ({ request }) => {
  const session = await sessionKnown()
  if (session.status !== 'signed-in') throw redirect(loginPath(asAsked(new URL(request.url))))
}

/** A request has no hash; that of the first page is still in the address. */
function asAsked(url: URL): URL {
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
