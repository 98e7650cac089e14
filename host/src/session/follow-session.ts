import { paths } from '@errand/contract/paths'
import { onSessionChange, sessionKnown } from '@errand/shared-auth'
import type { createBrowserRouter } from 'react-router-dom'

import { loginPath, nextPath } from './guards.ts'

type Router = ReturnType<typeof createBrowserRouter>

/** Moves the page when the session changes under it, in this tab or by another one. */
export function followSession(router: Router): void {
  let wasSignedIn = false
  onSessionChange(async () => {
    const session = await sessionKnown()
    // Where the person is going counts, not where he still is.
    const location = router.state.navigation.location ?? router.state.location
    if (session.status === 'signed-in') {
      wasSignedIn = true
      if (location.pathname === paths.login) await leaveLogin(router)
      return
    }
    const isPublic = location.pathname === paths.login || location.pathname === paths.home
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
