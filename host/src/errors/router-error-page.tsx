import { useRouteError } from 'react-router-dom'

import { isCodeAtFault } from '../federation/load.tsx'
import { useStartEvent } from '../use-start-event.ts'
import { NotFoundPage } from './error-page.tsx'
import { PaneError } from './pane-error.tsx'

/**
 * The last boundary of the router, where no shell is around the page. Pages of remotes have their
 * own: what breaks here is the host's, and another release of it may do better.
 */
export function RouterErrorPage() {
  useStartEvent(isCodeAtFault(useRouteError()) ? 'failed' : 'ready')
  return (
    <main>
      <PaneError />
    </main>
  )
}

/** A path that neither the shell nor a remote has. */
export function RouterNotFound() {
  return (
    <main>
      <NotFoundPage />
    </main>
  )
}
