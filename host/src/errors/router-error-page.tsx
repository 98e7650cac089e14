import { isRouteErrorResponse, useRouteError } from 'react-router-dom'

import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** The last boundary of the router, where no shell is around the page. */
export function RouterErrorPage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <RouterNotFound />
  return (
    <main>
      <ErrorPage error={error} />
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
