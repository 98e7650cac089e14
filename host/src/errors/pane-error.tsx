import { productName } from '@errand/contract/product'
import { Button, ErrorState, useSettings } from '@errand/shared-ui'
import { isRouteErrorResponse, useNavigate, useNavigation, useRouteError } from 'react-router-dom'

import { isRemoteLoadError, type RemoteLoadError } from '../federation/load.tsx'
import { clearStreak } from '../federation/release.ts'
import { spoken } from '../shell/spoken.ts'
import { useDocumentTitle } from '../shell/use-document-title.ts'
import { ErrorPage, NotFoundPage } from './error-page.tsx'
import styles from './message-page.module.css'
import { useWords } from './words/words.ts'

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

/** What could not be shown, and what to do about it. */
interface RemoteErrorProps {
  label: string
  isRetrying: boolean
  onRetry: () => void
}

/** What stands in the pane of a remote whose code could not be loaded. */
function RemoteError({ label, isRetrying, onRetry }: RemoteErrorProps) {
  const say = useWords()
  useDocumentTitle(label)
  return (
    <ErrorState
      title={say('notLoaded', { label })}
      headingLevel={1}
      detail={say('notLoadedText', { product: productName })}
      {...{ isRetrying, onRetry }}
    />
  )
}

/** What stands in the pane of a remote that did not start again and again: nothing of it is run. */
function RemoteUnavailable({ label, isRetrying, onRetry }: RemoteErrorProps) {
  const say = useWords()
  useDocumentTitle(label)
  return (
    <ErrorState
      title={say('notAvailable', { label })}
      headingLevel={1}
      detail={say('notAvailableText', { product: productName })}
      retryLabel={say('tryAgain')}
      {...{ isRetrying, onRetry }}
    />
  )
}

/** What stands instead of a page whose files were replaced while this tab was open. */
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
