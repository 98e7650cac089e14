import { ErrorState } from '@errand/shared-ui'

import { useDocumentTitle } from '../shell/use-document-title.ts'

/** What could not be shown, and what to do about it. */
export interface RemoteErrorProps {
  label: string
  isRetrying: boolean
  onRetry: () => void
}

/** What stands in the pane of a remote whose code could not be loaded. */
export function RemoteError({ label, isRetrying, onRetry }: RemoteErrorProps) {
  useDocumentTitle(label)
  return (
    <ErrorState
      title={`${label} could not be loaded`}
      headingLevel={1}
      detail="The rest of Errand works. Nothing you entered elsewhere is lost."
      {...{ isRetrying, onRetry }}
    />
  )
}
