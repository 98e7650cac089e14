import { NotFoundPage } from './not-found-page.tsx'
import { PaneError } from './pane-error.tsx'

/** The last boundary of the router, where no shell is around the page. */
export function RouterErrorPage() {
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
