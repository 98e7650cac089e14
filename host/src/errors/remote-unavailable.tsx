import { ErrorState } from '@errand/shared-ui'

import { useDocumentTitle } from '../shell/use-document-title.ts'
import type { RemoteErrorProps } from './remote-error.tsx'

/** What stands in the pane of a remote that did not start again and again: nothing of it is run. */
export function RemoteUnavailable({ label, isRetrying, onRetry }: RemoteErrorProps) {
  useDocumentTitle(label)
  return (
    <ErrorState
      title={`${label} is not available right now`}
      headingLevel={1}
      detail="It did not start several times in this browser, so it waits until you try again. The rest of Errand works."
      retryLabel="Try again"
      {...{ isRetrying, onRetry }}
    />
  )
}
