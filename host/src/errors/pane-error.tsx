import { isRouteErrorResponse, useNavigate, useNavigation, useRouteError } from 'react-router-dom'

import type { RemoteLoadError } from '../federation/remote-load-error.ts'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { RemoteError } from './remote-error.tsx'

/** What stands in the shell's pane instead of a page that failed; the shell itself is unhurt. */
export function PaneError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (isRemoteLoadError(error)) return <RemoteNotLoaded label={error.label} />
  return <ErrorPage error={error} />
}

const isRemoteLoadError = (error: unknown): error is RemoteLoadError =>
  error instanceof Error && error.name === 'RemoteLoadError'

function RemoteNotLoaded({ label }: { label: string }) {
  const navigate = useNavigate()
  const navigation = useNavigation()
  const retry = () => void navigate(window.location, { replace: true })
  return <RemoteError label={label} isRetrying={navigation.state !== 'idle'} onRetry={retry} />
}
