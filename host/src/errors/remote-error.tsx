import { ErrorState } from '@errand/shared-ui'

import { useDocumentTitle } from '../shell/use-document-title.ts'

interface RemoteErrorProps {
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
      detail="The rest of Errand works, and nothing you entered elsewhere is lost. Check your connection and try again."
      {...{ isRetrying, onRetry }}
    />
  )
}
