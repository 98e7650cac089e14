import { isRouteErrorResponse, useRouteError } from 'react-router-dom'

import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** The last boundary of the router. */
export function RouterErrorPage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return <ErrorPage error={error} />
}
