import { productName } from '@errand/contract/product'
import { Button, ErrorState, useDocumentTitle, useSettings } from '@errand/shared-ui'
import { isRouteErrorResponse, useNavigate, useNavigation, useRouteError } from 'react-router-dom'

import { localizedLabel } from '../release/localized-label.ts'
import { clearFailedStarts } from '../release/release.ts'
import { useStartEvent } from '../release/use-start-event.ts'
import { ErrorPage, NotFoundPage } from './error-page.tsx'
import styles from './message-page.module.css'
import { isCodeAtFault, isRemoteLoadError, type RemoteLoadError } from './remote-load-error.ts'
import { useWords } from './words/words.ts'

/** Shown in the shell's pane in place of a page that failed; the shell itself keeps working. */
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

/** Code that could not be loaded, or that failed to start too often and is not run any more. */
function RemoteNotLoaded({ failure }: Pick<RemoteLoadError, 'failure'>) {
  const say = useWords()
  const { locale } = useSettings()
  const navigate = useNavigate()
  const isRetrying = useNavigation().state !== 'idle'
  const { subject, releases, isGivenUp = false } = failure
  const label = localizedLabel(subject, locale)
  const product = productName
  useDocumentTitle(label)
  const retry = () => {
    // A retry by a person is allowed whatever the number of failed starts.
    for (const release of releases) clearFailedStarts(release)
    void navigate(window.location, { replace: true })
  }
  return (
    <ErrorState
      title={say(isGivenUp ? 'notAvailable' : 'notLoaded', { label })}
      headingLevel={1}
      detail={say(isGivenUp ? 'notAvailableText' : 'notLoadedText', { product })}
      {...(isGivenUp && { retryLabel: say('tryAgain') })}
      isRetrying={isRetrying}
      onRetry={retry}
    />
  )
}

/** Shown in place of a page whose files were replaced while this tab was open. */
function NewVersion() {
  const say = useWords()
  useDocumentTitle(say('newVersion'))
  return (
    <div role="status" className={styles['page']}>
      <h1>{say('newVersionHere', { product: productName })}</h1>
      <p>{say('newVersionText')}</p>
      <div className={styles['actions']}>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {say('reload')}
        </Button>
      </div>
    </div>
  )
}

/**
 * The outermost error boundary of the router, where no shell is around the page. Pages of remotes
 * have their own: what fails here is the host's, and another release of it may work.
 */
export function RouterErrorPage() {
  const error = useRouteError()
  useStartEvent(isCodeAtFault(error) ? 'failed' : 'ready', error)
  return (
    <main>
      <PaneError />
    </main>
  )
}
