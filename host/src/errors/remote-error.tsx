import { productName } from '@errand/contract/product'
import { ErrorState } from '@errand/shared-ui'

import { useDocumentTitle } from '../shell/use-document-title.ts'
import { useWords } from './words/words.ts'

/** What could not be shown, and what to do about it. */
export interface RemoteErrorProps {
  label: string
  isRetrying: boolean
  onRetry: () => void
}

/** What stands in the pane of a remote whose code could not be loaded. */
export function RemoteError({ label, isRetrying, onRetry }: RemoteErrorProps) {
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
