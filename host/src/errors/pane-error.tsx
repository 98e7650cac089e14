import { useSettings } from '@errand/shared-ui'
import { isRouteErrorResponse, useNavigate, useNavigation, useRouteError } from 'react-router-dom'

import { isRemoteLoadError, type RemoteLoadError } from '../federation/remote-load-error.ts'
import { clearStreak } from '../federation/streaks.ts'
import { spoken } from '../shell/spoken.ts'
import { ErrorPage } from './error-page.tsx'
import { NewVersion } from './new-version.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { RemoteError } from './remote-error.tsx'
import { RemoteUnavailable } from './remote-unavailable.tsx'

/** What stands in the shell's pane instead of a page that failed; the shell itself is unhurt. */
export function PaneError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (!isRemoteLoadError(error)) return <ErrorPage error={error} />
  return error.failure.needsReload === true ? (
    <NewVersion />
  ) : (
    <RemoteNotLoaded failure={error.failure} />
  )
}

function RemoteNotLoaded({ failure }: Pick<RemoteLoadError, 'failure'>) {
  const navigate = useNavigate()
  const navigation = useNavigation()
  const retry = () => {
    // A person who asks gets a try, whatever was counted before.
    for (const release of failure.releases) clearStreak(release)
    void navigate(window.location, { replace: true })
  }
  const { locale } = useSettings()
  const isRetrying = navigation.state !== 'idle'
  const Message = failure.isGivenUp === true ? RemoteUnavailable : RemoteError
  return <Message label={spoken(failure.subject, locale)} isRetrying={isRetrying} onRetry={retry} />
}
