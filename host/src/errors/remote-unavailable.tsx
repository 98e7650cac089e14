import { productName } from '@errand/contract/product'
import { ErrorState } from '@errand/shared-ui'

import { useDocumentTitle } from '../shell/use-document-title.ts'
import type { RemoteErrorProps } from './remote-error.tsx'
import { useWords } from './words/words.ts'

/** What stands in the pane of a remote that did not start again and again: nothing of it is run. */
export function RemoteUnavailable({ label, isRetrying, onRetry }: RemoteErrorProps) {
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
