import { userMessage } from '@errand/shared-auth'
import { ErrorState } from '@errand/shared-ui'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router-dom'

/** What stands in this remote's pane when one of its pages could not be loaded. */
export function PaneError() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  // The shell has the page for paths that do not exist, and for pages that broke.
  if (isRouteErrorResponse(error) || !isLost(error)) throw error
  return (
    <ErrorState
      title="This page could not be loaded"
      detail={`${userMessage(error)} Nothing you saved is lost.`}
      isRetrying={state === 'loading'}
      onRetry={() => void revalidate()}
    />
  )
}

/** Code or data that did not arrive, as opposed to a fault of the page. */
const isLost = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'ChunkLoadError' || error.name === 'ApiError')
